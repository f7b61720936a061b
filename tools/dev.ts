import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from './build-web.ts'

// Runs the server, restarted on each change, and Vite, which updates the page. Both use the data of `npm start`.
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'tools/start.ts', '--no-build'], {
  cwd: root,
  stdio: 'inherit',
})
const web = spawn(join(root, 'node_modules/.bin/vite'), ['--clearScreen', 'false'], {
  cwd: join(root, 'apps/web'),
  env: { ...process.env, HUANWEI_SERVER: `http://127.0.0.1:${process.env.PORT || 8080}` },
  stdio: 'inherit',
})

function end() {
  server.kill('SIGTERM')
  web.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
const ended = Promise.all([once(server, 'exit'), once(web, 'exit')])
server.once('exit', end)
web.once('exit', end)
await ended
