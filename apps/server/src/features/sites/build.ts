import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type Build = { version: string; date: string }

const root = join(import.meta.dirname, '../../../../..')

/** What the pages were built from; none where they were not. */
const stamp = join(root, 'apps/web/dist/.stamp')

/** Version of the package with the commit it was built from, or the mark of the built pages where there is no repository, and the day. */
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
    const mark = existsSync(stamp) ? `+${readFileSync(stamp, 'utf8').slice(0, 8)}` : ''
    return { version: version + mark, date: statSync(file).mtime.toISOString().slice(0, 10) }
  }
}
