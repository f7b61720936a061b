import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type Build = { version: string; date: string }

const root = join(import.meta.dirname, '../../../../..')

/** Version of the package with the commit it was built from, and the day. Without a repository the version alone. */
export function readBuild(): Build {
  const file = join(root, 'package.json')
  const { version } = JSON.parse(readFileSync(file, 'utf8'))
  try {
    const [commit, date] = execFileSync('git', ['log', '-1', '--format=%h %cs'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim()
      .split(' ')
    return { version: `${version}+${commit}`, date: date ?? '' }
  } catch {
    // Without a Git checkout the date is that of the package file.
    return { version, date: statSync(file).mtime.toISOString().slice(0, 10) }
  }
}
