import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { traceOf } from '../trace.ts'
import { createRig, cutConnections, ownerOf, place } from './recorder.test-kit.ts'

const now = Math.floor(Date.now() / 1000) * 1000
let rig: Awaited<ReturnType<typeof createRig>>
let recorder: Awaited<ReturnType<typeof rig.start>>
beforeAll(async () => {
  rig = await createRig()
  recorder = await rig.start()
})
afterAll(async () => {
  await recorder.close()
  await rig.close()
})

const stored = (deviceId: number) => rig.query('select * from position where device_id = $1 order by time, serial', [deviceId])

test('stores a report as received, without a tenant while the terminal is unbound', async () => {
  const [id] = await rig.addTerminals(1)
  const additions = {
    mileageKm: 12.3,
    satellites: 9,
    signalStrength: 31,
    fuelLitres: 40,
    activeSafety: [],
    raw: [{ id: 0xee, data: '0aff' }],
  }
  const location = place(now, { lat: -30.5, lng: 104.0657123, alarm: 2 ** 31, status: 2 ** 31 + 3, speed: 60.5, additions })
  expect(await recorder.send(rig.report(id!, [location], { serial: 7 }))).toBe(true)
  expect(await stored(id!)).toEqual([
    expect.objectContaining({
      tenant_id: 0,
      message_id: 0x0200,
      serial: 7,
      lat: -30_500_000,
      lng: 104_065_712,
      speed: 605,
      direction: 90,
      altitude: 500,
      alarm: 2 ** 31,
      status: 2 ** 31 + 3,
      mileage: 123,
      satellites: 9,
      signal: 31,
      additions: { fuelLitres: 40, raw: [{ id: 0xee, data: '0aff' }] },
    }),
  ])
})

test('stores everything once, however often and however parallel it is sent', async () => {
  const ids = await rig.addTerminals(20)
  const reports = ids.flatMap((id) => [1, 2, 3].map((serial) => rig.report(id, [place(now + serial * 1000)], { serial })))
  const settled = await Promise.all([...reports, ...reports.toReversed(), ...reports].map(recorder.send))
  expect(settled.every(Boolean)).toBe(true)
  expect(await rig.query('select device_id from position where device_id = any($1::int[])', [ids])).toHaveLength(60)
})

test('keeps both of two locations of one message with one time', async () => {
  const [id] = await rig.addTerminals(1)
  const report = rig.report(id!, [place(now), place(now, { alarm: 1 })])
  expect(await Promise.all([recorder.send(report), recorder.send(report)])).toEqual([true, true])
  expect((await stored(id!)).map((row) => row.alarm)).toEqual([0, 1])
})

test('settles only what another connection can see', async () => {
  const [id] = await rig.addTerminals(1)
  const other = new pg.Client({ connectionString: rig.url })
  await other.connect()
  for (let n = 0; n < 20; n++) {
    await recorder.send(rig.report(id!, [place(now + n * 1000)]))
    const { rowCount } = await other.query('select from position where device_id = $1', [id])
    expect(rowCount).toBe(n + 1)
  }
  await other.end()
})

test('tells how old the oldest of those was that were committed last', async () => {
  const [id] = await rig.addTerminals(1)
  let clock = now
  const one = await rig.start(() => clock)
  clock = now + 2500
  await one.send(rig.report(id!, [place(now)], { receivedAt: now }))
  expect(one.figures()).toMatchObject({ stored: 1, storedAt: now + 2500, storedAfter: 2500 })
  await one.close()
})

test('loses and doubles nothing when its connections are cut again and again', async () => {
  const ids = await rig.addTerminals(50)
  const stop = cutConnections(rig.url)
  const settled: Promise<boolean>[] = []
  for (let n = 0; n < 100; n++) {
    for (const id of ids) settled.push(recorder.send(rig.report(id, [place(now + n * 1000)])))
    await sleep(10)
  }
  await stop()
  expect(rig.warnings.length).toBeGreaterThan(3)
  expect((await Promise.all(settled)).every(Boolean)).toBe(true)
  const [{ count }] = await rig.query('select count(*) from position where device_id = any($1::int[])', [ids])
  expect(count).toBe(5000)
})

test('while the disk of the database is full nothing is acknowledged, and nothing is lost when there is room again', async () => {
  const [id] = await rig.addTerminals(1)
  const before = rig.warnings.length
  await rig.query(`
    create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no room' using errcode = '53100'; end $$;
    create trigger no_room before insert on position for each row execute function no_room()`)
  let settled = 0
  const sending = Array.from({ length: 20 }, (_, n) =>
    recorder.send(rig.report(id!, [place(now + n * 1000)])).then((isStored) => {
      settled++
      return isStored
    }),
  )
  await vi.waitFor(() => expect(rig.warnings.length).toBeGreaterThan(before + 1))
  expect(settled).toBe(0)
  await rig.query('drop trigger no_room on position')
  expect((await Promise.all(sending)).every(Boolean)).toBe(true)
  expect(await stored(id!)).toHaveLength(20)
})

test('a report that cannot be stored costs only itself', async () => {
  const [id] = await rig.addTerminals(1)
  const reports = Array.from({ length: 100 }, (_, n) => rig.report(id!, [place(n === 42 ? Number.NaN : now + n * 1000)]))
  const settled = await Promise.all(reports.map(recorder.send))
  expect(settled.flatMap((committed, n) => (committed ? [] : n))).toEqual([42])
  expect(await stored(id!)).toHaveLength(99)
  expect(rig.errors.at(-1)).toMatchObject({ trace: traceOf(reports[42]!), error: expect.any(Error) })
})

test('garbage that terminals can send is stored, not refused', async () => {
  const [id] = await rig.addTerminals(1)
  const additions = { mileageKm: 429_496_729.5, activeSafety: [], raw: [{ id: 1, data: 'a\u0000"\\,{}' }] }
  const garbage = place(now, { lat: 4294.967295, lng: -4294.967295, additions })
  expect(await recorder.send(rig.report(id!, [garbage]))).toBe(true)
  const [row] = await stored(id!)
  expect(row).toMatchObject({
    lat: 2 ** 31 - 1,
    mileage: null,
    additions: { mileageKm: 429_496_729.5, raw: [{ id: 1, data: 'a"\\,{}' }] },
  })
})

test('what was acknowledged waits while the database refuses everything, and is refused when it alone cannot be stored', async () => {
  const [id] = await rig.addTerminals(1)
  const [back, refused]: [number[], number[]] = [[], []]
  const own = await rig.start(Date.now, {
    ...ownerOf([id!]),
    putBack: (reports) => back.push(...reports.map(({ serial }) => serial)),
    refuse: async ({ serial }) => void refused.push(serial),
  })
  const hidden = 'alter table position rename to position_elsewhere'
  await rig.query(hidden)
  void own.send(rig.report(id!, [place(now)], { serial: 1 }))
  void own.send(rig.report(id!, [place(now + 1000)], { serial: 2 }))
  await vi.waitFor(() => expect(back.toSorted()).toEqual([1, 2]), { timeout: 20_000 })
  await rig.query('alter table position_elsewhere rename to position')
  expect(await own.send(rig.report(id!, [place(Number.NaN)], { serial: 3 }))).toBe(false)
  expect(await own.send(rig.report(id!, [place(now + 3000)], { serial: 4 }))).toBe(true)
  expect([back.length, refused]).toEqual([2, [3]])
  await own.close()
})

test('late days get their partition; reports too old or ahead of time are stored as well', async () => {
  const [id] = await rig.addTerminals(1)
  const day = 86_400_000
  for (const time of [now - 20 * day, now - 400 * day, now + 40 * day]) {
    expect(await recorder.send(rig.report(id!, [place(time)], { receivedAt: now }))).toBe(true)
  }
  const rows = await rig.query('select tableoid::regclass::text as name from position where device_id = $1 order by time', [id])
  expect(rows.map(({ name }) => name)).toEqual([
    'position_default',
    expect.stringMatching(/^position_\d{8}$/),
    'position_default',
  ])
})

test('publishes the latest valid fix that is not ahead of time', async () => {
  const [id] = await rig.addTerminals(1)
  rig.updates.length = 0
  const locations = [place(now - 5000, { speed: 11 }), place(now, { status: 1 }), place(now + 3_600_000), place(now - 9000)]
  await recorder.send(rig.report(id!, locations, { receivedAt: now }))
  expect(rig.updates).toEqual([
    { deviceId: id, connected: true, seenAt: now, fix: expect.objectContaining({ time: now - 5000, speed: 11, mileage: null }) },
  ])
})

test('records the waiting reports when it is closed', async () => {
  const [id] = await rig.addTerminals(1)
  const another = await rig.start()
  const settled = Array.from({ length: 3000 }, (_, n) => another.send(rig.report(id!, [place(now + n * 1000)])))
  await another.close()
  expect((await Promise.all(settled)).every(Boolean)).toBe(true)
  expect(await stored(id!)).toHaveLength(3000)
})
