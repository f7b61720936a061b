import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
const web = join(root, 'apps/web')
const stamp = join(web, 'dist', '.stamp')

const isTest = (name: string) => /\.test(-kit)?\.tsx?$/.test(name)

/** Hash of all files that the build depends on. */
function sources() {
  const hash = createHash('sha256')
  const files = globSync(
    [
      'apps/web/{src,public}/**/*',
      'apps/web/{*.html,vite*.config.ts,package.json}',
      'packages/*/src/**/*.ts',
      'packages/words/*.json',
      'package-lock.json',
    ],
    { cwd: root, withFileTypes: true },
  )
  for (const path of files
    .filter((file) => file.isFile() && !isTest(file.name))
    .map((file) => join(file.parentPath, file.name))
    .sort())
    hash.update(path.slice(root.length)).update(readFileSync(path))
  return hash.digest('hex')
}

/** Builds the web app unless it is up to date; true when it was built. Throws with the builder's output. */
export function buildWeb(): boolean {
  const wanted = sources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  // The first empties the folder.
  for (const config of ['vite.config.ts', 'vite.citizen.config.ts']) {
    const built = spawnSync(join(root, 'node_modules/.bin/vite'), ['build', '--config', config, '--logLevel', 'warn'], {
      cwd: web,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (built.status !== 0) throw new Error(`the web app does not build:\n${built.stdout}${built.stderr}`)
  }
  writeFileSync(stamp, wanted)
  return true
}
