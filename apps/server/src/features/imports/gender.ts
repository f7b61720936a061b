import { languages } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'

export const genders = ['0', '1', '2'] as const
type Gender = (typeof genders)[number]

/** Accepted spellings of a gender in all languages; in the texts, alternative spellings are separated by a bar. */
const spellings = (gender: Gender) =>
  languages.flatMap(({ code }) => [say(code, `users:genders.${gender}`), ...say(code, `users:gendersAlso.${gender}`).split('|')])

/** The gender that a cell of a sheet means; an empty one is not said, undefined when it is none. */
export function genderOf(text: string): Gender | undefined {
  const written = text.trim().toLowerCase()
  if (written === '') return '2'
  return genders.find((gender) => gender === written || spellings(gender).some((one) => one.toLowerCase() === written))
}
