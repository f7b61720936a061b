import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

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
]

const systems = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium that npm carries (Linux x64). Its libraries come along when the system has none; asking for them is how the package is told so. */
async function carried() {
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: packed } = await import('@sparticuz/chromium')
  return chromium.launch({
    executablePath: await packed.executablePath(),
    args: [...flags, '--no-zygote', '--in-process-gpu'],
    headless: true,
  })
}

async function installed(): Promise<Browser> {
  const found = [process.env.CHROME_PATH, ...systems].find((path) => path && existsSync(path))
  if (!found) throw new Error('no Chromium: the one from npm does not start here and the system has none (set CHROME_PATH)')
  return chromium.launch({ executablePath: found, args: flags, headless: true })
}

/** A browser for tests, pictures and measurements: npm's Chromium, else the system's; with `preferSystem` the other way round (it has the fonts). */
export async function launchBrowser({ preferSystem = false } = {}): Promise<Browser> {
  const ways = preferSystem ? [installed, carried] : [carried, installed]
  const reasons: string[] = []
  for (const way of ways)
    try {
      return await way()
    } catch (error) {
      reasons.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
    }
  throw new Error(reasons.join('; '))
}
