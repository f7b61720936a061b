import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Browser test files that take longest, by what they wait for and how many screens they look at; begun last, one of them would run alone. */
const longest = [
  'touch',
  'session',
  'settings',
  'routes',
  'cleaning',
  'rules',
  'lifecycle',
  'screens',
  'violations',
  'logs',
  'messages',
  'organisation',
  'main-flow',
  'assets',
]

/** Files that one worker can take one after another: the runner ends it with all that it has read before a file of another kind. */
const kindOf = ({ moduleId, project }: TestSpecification) =>
  `${project.name} ${/^\/\/ @vitest-environment (\w+)/.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? 'node'}`

/** Begins with the files of `longest`; the others follow as the runner sorts them, which on a fresh clone is by size, kind by kind. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId, project }: TestSpecification) =>
      project.name === 'e2e' ? longest.indexOf(basename(moduleId, '.test.ts')) : -1
    const first = sorted.filter((file) => placeOf(file) >= 0).sort((a, b) => placeOf(a) - placeOf(b))
    const kinds = Map.groupBy(
      sorted.filter((file) => placeOf(file) < 0),
      kindOf,
    )
    return [...first, ...[...kinds.keys()].sort().flatMap((kind) => kinds.get(kind) ?? [])]
  }
}
