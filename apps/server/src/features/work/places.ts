import type { WorkPlaces } from '@huanwei/contract/work/endpoints'
import { momentOf, timeText } from '../../lib/time.ts'
import { marksFrom, timeOfMark } from './marks.ts'
import { layoutOf, splitLine } from './pieces.ts'
import type { Basis } from './table.ts'

type Task = { basis: Basis; startTime: string; pieceMarks: string; stopMarks: string; leaveMarks: string }

/** When cans whose level is measured were emptied first, by their ids; null where they were not. */
export type EmptyTimes = ReadonlyMap<number, string | null>

/** The roads of a task in worked and open lines, and its stops with their visits. */
export function placesOf({ basis, startTime, pieceMarks, stopMarks, leaveMarks }: Task, emptied: EmptyTimes): WorkPlaces {
  const { pieces, stops } = layoutOf(basis)
  const start = momentOf(startTime)
  const marks = marksFrom(pieceMarks, pieces.length)
  const [visits, leaves] = [marksFrom(stopMarks, stops.length), marksFrom(leaveMarks, stops.length)]
  const timeAt = (mark: number | undefined) => (mark ? timeText(timeOfMark(mark, start)) : null)
  let first = 0
  const roads = basis.roads.map(({ areaId, name, line }, road) => {
    const own = pieces.slice(first).findIndex((piece) => piece.road !== road)
    const end = own < 0 ? pieces.length : first + own
    const ofRoad = pieces.slice(first, end)
    const worked = ofRoad.filter((_, i) => marks[first + i]! > 0)
    const lines = splitLine(line, marks.subarray(first, end))
    first = end
    return { areaId, name, plannedMetres: metresOf(ofRoad), workedMetres: metresOf(worked), ...lines }
  })
  return {
    roads,
    stops: basis.stops.map((stop, i) => ({
      ...stop,
      visitTime: timeAt(visits[i]),
      leaveTime: timeAt(leaves[i]),
      emptyTime: emptied.get(stop.facilityId) ?? null,
    })),
  }
}

const metresOf = (pieces: readonly { metres: number }[]) => Math.round(pieces.reduce((sum, { metres }) => sum + metres, 0))
