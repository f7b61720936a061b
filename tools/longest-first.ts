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

/** Begins with the files of `longest`; the others follow as the runner sorts them, which on a fresh clone is by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId, project }: TestSpecification) =>
      project.name === 'e2e' ? longest.indexOf(basename(moduleId, '.test.ts')) : -1
    const first = sorted.filter((file) => placeOf(file) >= 0).sort((a, b) => placeOf(a) - placeOf(b))
    return [...first, ...sorted.filter((file) => placeOf(file) < 0)]
  }
}
