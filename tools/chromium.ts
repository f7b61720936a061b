import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { chromiumFiles } from './chromium-files.ts'

/** Quiet, offline, with WebGL in software. */
const flags = [
  '--no-sandbox',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--font-render-hinting=none',
  // With software rendering, painting pages without GPU rasterization is cheaper; WebGL is not affected.
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  // A tone in place of a microphone.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

const systems = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium that npm carries (Linux x64), with its own libraries and fonts. */
async function carried(more: string[]) {
  const { executablePath, env } = await chromiumFiles()
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [...flags, ...more, '--no-zygote', '--in-process-gpu'],
    headless: true,
  })
}

async function installed(more: string[]): Promise<Browser> {
  const found = [process.env.CHROME_PATH, ...systems].find((path) => path && existsSync(path))
  if (!found) throw new Error('no Chromium: the one from npm does not start here and the system has none (set CHROME_PATH)')
  return chromium.launch({ executablePath: found, args: [...flags, ...more], headless: true })
}

type Options = { preferSystem?: boolean; more?: string[] }

/** A browser for tests, pictures and measurements: npm's Chromium, else the system's; with `preferSystem` the other way round. `more` are further flags. */
export async function launchBrowser({ preferSystem = false, more = [] }: Options = {}): Promise<Browser> {
  const ways = preferSystem ? [installed, carried] : [carried, installed]
  const reasons: string[] = []
  for (const way of ways)
    try {
      return await way(more)
    } catch (error) {
      reasons.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
    }
  throw new Error(reasons.join('; '))
}
