import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startHostileServer } from './remote.test-kit.ts'
import { listEvidence } from './remote-evidence.ts'
import { listFiles, playedFile } from './remote-files.ts'
import { VideoServer } from './video-server.ts'

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

test('the name of a file is a parameter of its playback, whatever it holds, and never a part of the address', async () => {
  const name = '../../../etc/passwd&DevIDNO=other&jsession=#?\r\nHost: x'
  hostile.answer = () => ({ files: [file({ file: name, svr: 7 })] })
  const [found] = await files()
  const asked: URL[] = []
  const stream = async (address: string) => {
    asked.push(new URL(address))
    return { isOk: true, contentType: 'video/x-flv', body: Readable.from([]) }
  }
  const fetch = async () => Response.json({ result: 0, jsession: 'S' })
  const access = { address: 'http://video.example.cn:6605/huayin', account: 'monitor', password: '' }
  const server = new VideoServer(access, { fetch, stream, streamPublic: stream })
  await server.openFile(playedFile(number, found!, 1500), AbortSignal.timeout(10_000))
  expect(asked.map(({ origin, pathname }) => origin + pathname)).toEqual(['http://video.example.cn:6604/3/5'])
  expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({
    DownType: '5',
    jsession: 'S',
    DevIDNO: number,
    FILELOC: '1',
    FILESVR: '7',
    FILECHN: '0',
    FILEBEG: '100',
    FILEEND: '200',
    PLAYIFRM: '0',
    PLAYFILE: name,
    PLAYBEG: '1500',
    PLAYEND: '0',
    PLAYCHN: '0',
    YEAR: '26',
    MON: '1',
    DAY: '5',
  })
})
