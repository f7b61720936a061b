import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '../../tools/build-web.ts'
import { freePort } from '../../tools/free-port.ts'

/**
 * Starts the product as a process of its own, on free ports, with the Node flags of this one; the web app must be built. Rejects with its
 * output when it does not start.
 */
export async function startProduct(settings: Record<string, string>) {
  const [port, terminalPort, picturePort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ...process.env,
    PORT: String(port),
    JT808_PORT: String(terminalPort),
    JT1078_PORT: String(picturePort),
    JT808_FILES_PORT: '0',
    FTP_PORT: '0',
    VIDEO_API_PORT: '0',
    LOG_LEVEL: 'warn',
    CAPTCHA: 'off',
    ...settings,
  }
  const child = spawn(process.execPath, [...process.execArgv, 'tools/start.ts', '--no-build'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        if (output.includes('is running:')) resolve()
      })
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}:\n${output}`)))
  })
  return {
    url: `http://localhost:${port}`,
    terminalPort,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}
