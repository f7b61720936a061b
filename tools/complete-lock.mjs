// Run after `npm install`: adds the optional packages of other platforms to package-lock.json. npm leaves them out when a mirror registry does not
// carry them, and `npm ci` on a Mac or on Windows would then install no linter and no parser. Their parents name version and platform.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const platforms = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony']
const processors = ['arm64', 'x64', 'ia32', 'riscv64', 's390x', 'ppc64', 'loong64', 'mips64el', 'arm']

let added = 0
for (const [path, { optionalDependencies = {}, dev }] of Object.entries({ ...lock.packages }))
  for (const [name, range] of Object.entries(optionalDependencies)) {
    if (lock.packages[`${path}/node_modules/${name}`] || lock.packages[`node_modules/${name}`]) continue
    const os = platforms.find((one) => name.includes(one))
    const cpu = processors.find((one) => name.includes(one))
    if (!os || !cpu) throw new Error(`${name} is missing and does not say its platform`)
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      cpu: [cpu],
      ...(dev && { dev }),
      optional: true,
      os: [os],
    }
    added++
  }
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other platforms added to package-lock.json`)
