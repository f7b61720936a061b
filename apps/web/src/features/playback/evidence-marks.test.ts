import { expect, test } from 'vitest'
import { evidenceMarks } from './evidence-marks.ts'

const photo = (time: string) => ({ fileName: `${time}.jpg`, channel: 1, time: `2026-02-03 ${time}` })
const file = (id: number, time: string) => ({
  id,
  kind: 'video' as const,
  channel: 64,
  time: `2026-02-03 ${time}`,
  original: '',
  fileName: `${id}.mp4`,
  fileSize: 1,
  sha256: '',
})

test('what has no room beside the first of a mark joins it, in order of time whatever its kind', () => {
  const marks = evidenceMarks({
    photos: [photo('08:00:00'), photo('08:20:00'), photo('23:59:59')],
    attachments: [file(1, '00:00:00'), file(2, '08:19:59')],
  })
  expect(marks.map(({ time, count }) => [time.slice(11), count])).toEqual([
    ['00:00:00', 1],
    ['08:00:00', 2],
    ['08:20:00', 1],
    ['23:59:59', 1],
  ])
  expect(marks[1]).toMatchObject({ photos: [photo('08:00:00')], attachments: [{ id: 2 }] })
  expect(evidenceMarks({ photos: [], attachments: [] })).toEqual([])
})
