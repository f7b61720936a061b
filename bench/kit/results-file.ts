import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../RESULTS.md')

/** Sections of the existing file, by title. */
function readSections(): Map<string, string> {
  if (!existsSync(file)) return new Map()
  const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m)
  return new Map(
    sections.map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]),
  )
}

/** Writes `bench/RESULTS.md` with the new sections and the earlier ones that were not measured again, in the order of `titles`. */
export function writeResults(head: string, titles: readonly string[], measured: ReadonlyMap<string, string>) {
  const contents = new Map([...readSections(), ...measured])
  const sections = titles.flatMap((title) => (contents.has(title) ? [`## ${title}\n\n${contents.get(title)}\n`] : []))
  writeFileSync(file, [head, ...sections].join('\n'))
}
