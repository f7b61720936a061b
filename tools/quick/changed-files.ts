import { execFileSync } from 'node:child_process'

/** Lists what differs from origin/main (from HEAD where that is unknown), committed or not, new files included; paths from the root. */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const isKnown = git('branch', '--remotes', '--list', 'origin/main').length > 0
  const [base = 'HEAD'] = isKnown ? git('merge-base', 'HEAD', 'origin/main') : []
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(files)]
}
