import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './build-web.ts'

// The server restarts on a change, the web app's own server renews the page; both on the same data as `npm start`.
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'tools/start.ts'], { cwd: root, stdio: 'inherit' }),
  spawn(bin('vite'), ['--clearScreen', 'false'], { cwd: join(root, 'apps/web'), stdio: 'inherit' }),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => children.forEach((child) => child.kill(signal)))
for (const child of children) child.on('exit', (code) => children.forEach((other) => other.kill()) ?? process.exit(code ?? 0))
