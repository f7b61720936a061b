import { Pace } from '@huanwei/contract/boards/codes'
import { textIn } from '@huanwei/contract/designs/rules'
import type { Source } from '../source.ts'

/** What people wrote into a board, in the language of the screen. */
export const writtenText: Source<'text'> = {
  pace: Pace.slow,
  read: async ({ language }, { texts }) => ({ shape: 'text', text: texts ? textIn(texts, language) : '' }),
}

/** The time, which the screen knows itself. */
export const screenClock: Source<'clock'> = { pace: Pace.slow, read: async () => ({ shape: 'clock' }) }
