import { Pace } from '@huanwei/contract/boards/codes'
import { say } from '@huanwei/words/say'
import { headsOf, type Source } from '../source.ts'
import { maskHousehold } from './mask-household.ts'
import { findEmptyings } from './queries.ts'

/** Public notice of emptied household toilets by village; a passer-by recognises no household but their own. */
export const emptyings: Source<'rows'> = {
  pace: Pace.slow,
  async read({ tx, viewer, language }) {
    const rows = (await findEmptyings(tx, viewer)).map(({ id, name, village, toiletKind, last, next }) => ({
      key: String(id),
      cells: [
        village,
        maskHousehold(name, village),
        toiletKind === null ? '–' : say(language, `facilities:toilet.${toiletKind}`),
        last ?? '–',
        next ?? '–',
      ],
      tone: 'plain' as const,
    }))
    return { shape: 'rows', heads: headsOf(language, ['village', 'household', 'toiletKind', 'emptied', 'nextEmptying']), rows }
  },
}
