import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { NewCleaning } from '@huanwei/contract/cleaning/endpoints'
import type { Facility } from '@huanwei/contract/facilities/endpoints'
import { mostAtOnce } from '@huanwei/contract/many'
import type { z } from 'zod'
import { checkForm } from '../../ui/form/form-problems.ts'

type Cells = { type: string; where: string; content: string; contact: string }
export type PastedRow = { number: number; cells: Cells; isAtFacility: boolean } & (
  | { report: z.input<typeof NewCleaning> }
  | { problem: string }
)

type Words = { typeOf: Record<CleaningType, string>; unknownType: string }

const longestName = 50

/** What may be names of facilities in the rows of `readPasted`, of as many rows as are sent at once: before them are titles at most. */
export function placesIn(table: string[][]) {
  const places = new Set(table.slice(-mostAtOnce).map(([, place = '']) => place))
  return [...places].filter((place) => place && place.length <= longestName)
}

/**
 * Rows of type, facility or position, content and contact, in this order; a row of titles is left out. What is no facility's name is
 * a position.
 */
export function readPasted(table: string[][], facilities: readonly Facility[], { typeOf, unknownType }: Words): PastedRow[] {
  const types = new Map(Object.values(CleaningType).flatMap((type) => [[type, type] as const, [typeOf[type], type] as const]))
  const known = new Map(facilities.map((facility) => [facility.name, facility]))
  const isTitles = ([type = '']: string[]) => !types.has(type) && table.length > 1
  const rows = table[0] && isTitles(table[0]) ? table.slice(1) : table
  return rows.map((row, i) => {
    const [word = '', place = '', content = '', contact = ''] = row
    const facility = known.get(place)
    const type = types.get(word)
    const shown = { number: i + 1, cells: { type: word, where: place, content, contact }, isAtFacility: facility !== undefined }
    if (type === undefined) return { ...shown, problem: unknownType }
    const where = facility ? { facilityId: facility.id } : { position: place }
    const report = { type, content, contact, ...where }
    const checked = checkForm(NewCleaning, report)
    return 'problems' in checked
      ? { ...shown, problem: checked.problems.flatMap(({ errors }) => errors).join(' ') }
      : { ...shown, report }
  })
}
