import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'RESULTS.md')

/** Sections of the record as it is, by title. */
function recorded(): Map<string, string> {
  if (!existsSync(file)) return new Map()
  const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m)
  return new Map(
    sections.map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]),
  )
}

/** Writes `bench/RESULTS.md`: the sections measured now, and between them what earlier runs measured. `titles` gives the order. */
export function record(head: string, titles: readonly string[], measured: ReadonlyMap<string, string>) {
  const all = new Map([...recorded(), ...measured])
  const sections = titles.flatMap((title) => (all.has(title) ? [`## ${title}\n\n${all.get(title)}\n`] : []))
  writeFileSync(file, [head, ...sections].join('\n'))
}
