import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Texts } from './fill.ts'
import { languages } from './languages.ts'

const folder = join(import.meta.dirname, '..')

/** The nouns that have a file in the default language. */
export const nouns = globSync(`*.${languages[0].code}.json`, { cwd: folder })
  .map((path) => basename(path, `.${languages[0].code}.json`))
  .sort()

export const textsIn = (language: string, noun: string): Texts =>
  JSON.parse(readFileSync(join(folder, `${noun}.${language}.json`), 'utf8'))
