import { Pace } from '@huanwei/contract/boards/codes'
import { say } from '@huanwei/words/say'
import { headsOf, moreRow, type Source, seldomMs } from '../source.ts'
import { findEmptyings } from './emptying/queries.ts'
import { maskHousehold } from './mask-household.ts'

/** Households of a notice at most: half a megabyte. */
const mostHouseholds = 5000

/** Public notice of emptied household toilets by village; a passer-by recognises no household but their own. */
export const emptyings: Source<'rows'> = {
  pace: Pace.slow,
  lifeMs: seldomMs,
  async read({ tx, viewer, language }) {
    const found = await findEmptyings(tx, viewer, mostHouseholds)
    const rows = found.map(({ id, name, village, toiletKind, last, next }) => ({
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
    const heads = headsOf(language, ['village', 'household', 'toiletKind', 'emptied', 'nextEmptying'])
    const total = found[0]?.total ?? 0
    return { shape: 'rows', heads, rows: [...rows, ...moreRow(language, heads, total - found.length)] }
  },
}
