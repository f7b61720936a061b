import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startHostileServer } from './remote.test-kit.ts'
import { listEvidence } from './remote-evidence.ts'
import { listFiles } from './remote-files.ts'

const number = 'A00013900'
const plate = '川A00001'
const from = Date.parse('2026-01-05T08:00:00+08:00')
const span = { from, to: from + 600_000 }
let hostile: Awaited<ReturnType<typeof startHostileServer>>

beforeAll(async () => {
  hostile = await startHostileServer()
})
afterAll(() => hostile.close())
beforeEach(() => {
  hostile.calls = 0
})

/** Values of no type that is expected. */
const oddValues = [null, true, [], {}, '', 'x', -1, 1.5, 1e300, Number.MAX_SAFE_INTEGER, '<script>']

const photo = (more: object = {}) => ({
  id: 'photo',
  devIdno: number,
  mediaType: 0,
  channel: 0,
  fileTime: from + 60_000,
  fileUrl: 'http://10.0.0.1/photo',
  fileSize: 10,
  ...more,
})
const evidence = () => listEvidence({ server: hostile.server, number }, plate, span)
const times = async () => (await evidence()).map(({ time }) => time - from)

test('photos of quite another time are not those of an alarm', async () => {
  const hour = 3_600_000
  const far = [1, Date.parse('1970-01-02'), Date.parse('2099-12-31'), from - hour - 1, span.to + hour + 1]
  hostile.answer = ({ asked }) => ({
    infos: asked.get('mediaType') === '0' ? [...far, from - hour, span.to + hour].map((fileTime) => photo({ fileTime })) : [],
  })
  expect(await times()).toEqual([-hour, span.to + hour - from])
  // The same where it is asked alarm by alarm.
  hostile.answer = ({ action }) => {
    if (action === 'performanceReportPhotoListSafe') return { result: 99 }
    const alarm = { guid: 'one', atp: 620, stm: from }
    return action === 'queryAlarmDetail'
      ? { alarms: [alarm] }
      : { infos: [photo(), ...far.map((fileTime) => photo({ fileTime }))] }
  }
  expect(await times()).toEqual([60_000])
})

test.each(Object.keys(photo()))('an odd %s of a photo makes none, or a plain one', async (field) => {
  hostile.answer = () => ({ infos: [...oddValues.map((value) => photo({ [field]: value })), null, 1, 'photo', photo()] })
  for (const { time, size, channel, key } of await evidence()) {
    expect(time).toBe(from + 60_000)
    expect([Number.isSafeInteger(size), channel >= 0 && channel <= 256]).toEqual([true, true])
    expect(key).toMatch(/^[0-9a-f]{32}$/)
  }
})

test('of photos without end the first are listed, with few calls', async () => {
  const many = Array.from({ length: 4000 }, (_, n) => photo({ id: String(n) }))
  hostile.answer = () => ({ infos: many, pagination: { hasNextPage: true, totalPages: 1e9 } })
  expect(await evidence()).toHaveLength(50)
  expect(hostile.calls).toBe(2)
  for (const infos of [{}, null, 'none', 7]) {
    hostile.answer = () => ({ infos })
    expect(await evidence()).toEqual([])
  }
})

const file = (more: object = {}) => ({
  year: 26,
  mon: 1,
  day: 5,
  beg: 100,
  end: 200,
  chn: 0,
  len: 9,
  file: 'a',
  loc: 1,
  svr: 0,
  ...more,
})
const wanted = { channel: 1, start: Date.parse('2026-01-05T00:00:00+08:00'), end: Date.parse('2026-01-05T23:59:59+08:00') }
const files = () => listFiles(hostile.server, { number, plate }, wanted)

test.each(Object.keys(file()))('an odd %s of a file costs that file at the most, and has a time', async (field) => {
  hostile.answer = () => ({ files: [file({ beg: 1, end: 2 }), ...oddValues.map((value) => file({ [field]: value })), null, 7] })
  const listed = await files()
  expect(listed.some(({ end, start }) => end - start === 1000)).toBe(true)
  for (const { start, end, channel } of listed) {
    expect([start, end].map((time) => new Date(time).getUTCFullYear()).every((year) => year >= 1999 && year <= 2100)).toBe(true)
    expect(channel >= 1 && channel <= 256).toBe(true)
  }
})

test('many files on one answer are read once for each place', async () => {
  hostile.answer = () => ({ files: Array.from({ length: 8000 }, (_, n) => file({ beg: n, end: n + 1 })) })
  expect(await files()).toHaveLength(8000)
  expect(hostile.calls).toBe(3)
})
