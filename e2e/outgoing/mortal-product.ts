import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../tools/free-port.ts'

const root = join(import.meta.dirname, '../..')

/** Settings of a product that is started many times on one database: its ports stay the same. */
export async function mortalSettings(databaseUrl: string, dataDir: string) {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    JT808_PORT: String(await freePort()),
    JT1078_PORT: String(await freePort()),
    JT808_FILES_PORT: '0',
    FTP_PORT: '0',
    VIDEO_API_PORT: '0',
    LOG_LEVEL: 'warn',
    CAPTCHA: 'off',
    DEMO: 'off',
    SIMULATE: 'off',
    OUTGOING_PRIVATE: '127.0.0.1',
  }
}

/** Starts the product as a process of its own that may be killed at any moment, also while it starts; the web app must be built. */
export function startMortal(settings: Record<string, string>) {
  const child = spawn(process.execPath, [...process.execArgv, 'tools/start.ts', '--no-build'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        if (output.includes('is running:')) resolve()
      })
    child.once('exit', (code) => code !== null && reject(new Error(`the product ended with ${code}:\n${output}`)))
  })
  // Whoever kills it while it starts does not wait for it.
  ready.catch(() => undefined)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  return { ready, output: () => output, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
