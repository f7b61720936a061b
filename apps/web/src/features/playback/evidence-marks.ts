import { minuteMs } from '@huanwei/contract/time'
import type { VehicleEvidence } from '@huanwei/contract/violations/endpoints'
import { parseTime } from '../../lib/time.ts'

/** Evidence that stands at one place of the bar. */
export type EvidenceMark = VehicleEvidence & {
  /** Time of the first, as the wire has it. */
  time: string
  count: number
}

/** Evidence nearer than this to the first of a mark has no room beside it, ms. */
const room = 20 * minuteMs

/** Evidence of a day as marks on its bar, in order of time. Pure. */
export function evidenceMarks({ photos, attachments }: VehicleEvidence): EvidenceMark[] {
  const all = [
    ...photos.map((photo) => ({ time: photo.time, photos: [photo], attachments: [] })),
    ...attachments.map((one) => ({ time: one.time, photos: [], attachments: [one] })),
  ].sort((a, b) => parseTime(a.time) - parseTime(b.time))
  const marks: EvidenceMark[] = []
  for (const { time, photos: taken, attachments: kept } of all) {
    const last = marks.at(-1)
    if (last && parseTime(time) - parseTime(last.time) < room) {
      last.photos.push(...taken)
      last.attachments.push(...kept)
      last.count++
    } else marks.push({ time, photos: [...taken], attachments: [...kept], count: 1 })
  }
  return marks
}
