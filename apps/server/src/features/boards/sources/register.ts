import { Pace } from '@huanwei/contract/boards/codes'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { ToiletKindAsked } from '@huanwei/contract/facilities/codes'
import { say } from '@huanwei/words/say'
import { countFacilitiesBy } from '../../facilities/queries.ts'
import { asFigure, type Source, seldomMs } from '../source.ts'
import { listAt } from './lists.ts'

/** Toilets by their kind, those of households unless asked for another type. */
export const toiletKinds: Source<'figures'> = {
  pace: Pace.slow,
  lifeMs: seldomMs,
  async read({ tx, viewer, language }, { facilityType = FacilityType.ruralToilet }) {
    const found = await countFacilitiesBy(tx, viewer, facilityType, 'toiletKind')
    const figures = found
      .map(({ value, total }) => ({
        key: value ?? ToiletKindAsked.unsaid,
        label: say(language, `facilities:toilet.${value ?? ToiletKindAsked.unsaid}`),
        total,
        isUnsaid: value === null,
      }))
      .sort((a, b) => Number(a.isUnsaid) - Number(b.isUnsaid) || b.total - a.total || a.key.localeCompare(b.key))
      .map(({ key, label, total, isUnsaid }) => {
        const href = listAt.facilities({ facilityType, toiletKind: key })
        return asFigure(key, label, total, { href, ...(isUnsaid && { tone: 'quiet' }) })
      })
    return { shape: 'figures', figures }
  },
}

/** Facilities of a type by the year in which they were built, every year from the first to the last; those of which nobody knows it are left out. */
export const builtYears: Source<'series'> = {
  pace: Pace.slow,
  lifeMs: seldomMs,
  async read({ tx, viewer, language }, { facilityType = FacilityType.ruralToilet }) {
    const found = await countFacilitiesBy(tx, viewer, facilityType, 'builtYear')
    const totals = new Map(found.flatMap(({ value, total }) => (value === null ? [] : [[value, total]])))
    const [first, last] = [Math.min(...totals.keys()), Math.max(...totals.keys())]
    const years = totals.size ? Array.from({ length: last - first + 1 }, (_, place) => first + place) : []
    const line = { name: say(language, 'boards:line.built'), values: years.map((year) => totals.get(year) ?? 0) }
    const hrefs = years.map((builtYear) => listAt.facilities({ facilityType, builtYear }))
    return { shape: 'series', labels: years.map(String), lines: [line], hrefs }
  },
}
