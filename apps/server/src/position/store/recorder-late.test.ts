import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { cutConnections, fast, place, speeding, useRig } from './recorder.test-kit.ts'

const now = Math.floor(Date.now() / 1000) * 1000
const second = 1000
const rig = await useRig()

test('a terminal whose clock runs behind, or that sends what it buffered, is not silent', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  await rig.addRule({ kind: 'offline', after: 60 }, { objectIds: [vehicleId] })
  let clock = now
  const recorder = await rig.start(() => clock)
  for (const ago of [3600, 3590, 3580]) {
    await recorder.send(rig.report(deviceId, [place(now - ago * second)], { receivedAt: clock }))
    await sleep(120)
    clock += 10 * second
  }
  expect(await rig.query('select from msg_push where object_id = $1', [vehicleId])).toEqual([])
  expect(await rig.events(deviceId)).toEqual([])
  clock += 61 * second
  await vi.waitFor(async () => expect(await rig.events(deviceId)).toMatchObject([{ start: now - 3580 * second, end: null }]))
})

test('a downtime of the platform makes no terminal silent, but one that was silent before still is', async () => {
  const [heard, silent] = [await rig.addVehicle(), await rig.addVehicle()]
  await rig.addRule({ kind: 'offline', after: 60 })
  let clock = now
  let recorder = await rig.start(() => clock)
  for (const { deviceId } of [heard, silent]) await recorder.send(rig.report(deviceId, [place(now)], { receivedAt: now }))
  clock = now + 50 * second
  await recorder.send(rig.report(heard.deviceId, [place(clock)], { receivedAt: clock }))
  clock = now + 70 * second
  await vi.waitFor(async () => expect(await rig.events(silent.deviceId)).toMatchObject([{ start: now, end: null }]))
  const [event] = await rig.events(silent.deviceId)
  await recorder.close()
  clock = now + 3600 * second
  recorder = await rig.start(() => clock)
  await sleep(400)
  expect(await rig.events(heard.deviceId)).toEqual([])
  expect(await rig.events(silent.deviceId)).toMatchObject([{ id: event.id, end: null }])
  clock += 61 * second
  await vi.waitFor(async () => expect(await rig.events(heard.deviceId)).toMatchObject([{ start: now + 50 * second, end: null }]))
})

test('a recorder that starts in the middle of an event goes on with it', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  await rig.addRule(speeding, { objectIds: [vehicleId], minDuration: 20 })
  let recorder = await rig.start(() => now)
  for (const ago of [90, 80, 70]) await recorder.send(rig.report(deviceId, [fast(now - ago * second, 100)]))
  await recorder.close()
  const [event] = await rig.events(deviceId)
  recorder = await rig.start(() => now)
  for (const ago of [60, 50]) await recorder.send(rig.report(deviceId, [fast(now - ago * second)]))
  await recorder.send(rig.report(deviceId, [fast(now - 40 * second, 10)]))
  expect(await rig.events(deviceId)).toMatchObject([
    { id: event.id, start: now - 90 * second, end: now - 40 * second, peak: 100 },
  ])
  expect(await rig.query('select from rule_state where device_id = $1', [deviceId])).toEqual([])
})

test('a late report takes an event back, but not one that was judged', async () => {
  for (const judged of [false, true]) {
    const { deviceId, vehicleId } = await rig.addVehicle()
    await rig.addRule({ kind: 'offline', after: 60 }, { objectIds: [vehicleId] })
    const recorder = await rig.start(() => now)
    await recorder.send(rig.report(deviceId, [place(now - 100 * second)]))
    await recorder.send(rig.report(deviceId, [place(now)]))
    const [event] = await rig.events(deviceId)
    expect(event).toMatchObject({ start: now - 100 * second, end: now })
    if (judged) await rig.query('update violation_event set alarm_type = 0 where id = $1', [event.id])
    await recorder.send(rig.report(deviceId, [place(now - 50 * second)]))
    expect(await rig.events(deviceId)).toHaveLength(judged ? 1 : 0)
    expect(await rig.pushesOf(event.id)).toHaveLength(judged ? 2 : 0)
    expect(await rig.query('select from violation_process where violation_id = $1', [event.id])).toHaveLength(judged ? 1 : 0)
    await recorder.close()
  }
  const { kept, counted } = await rig.tallies()
  expect(kept).toEqual(counted)
})

test('however the packets of a track arrive, the events are the same, and the same alarms of the terminal are merged', async () => {
  await rig.addRule(speeding, { name: 'a', minDuration: 20, cooldown: 60 })
  await rig.addRule({ kind: 'terminalAlarm', bit: 1 }, { name: 'd' })
  await rig.addRule({ kind: 'terminalAlarm', bit: 0 }, { name: 'b' })
  await rig.addRule({ kind: 'offline', after: 120 }, { name: 'c' })
  const step = fc.record({
    gap: fc.constantFrom(10, 10, 30, 130, 700),
    speed: fc.constantFrom(50, 80, 95),
    alarm: fc.constantFrom(0, 1, 2, 3),
  })
  const order = fc.array(
    fc.record({ pick: fc.nat(), size: fc.integer({ min: 1, max: 4 }), again: fc.boolean(), restart: fc.boolean() }),
    { minLength: 5, maxLength: 12 },
  )
  const facts = async (deviceId: number) => {
    const events = await rig.events(deviceId)
    return events.map(({ violation_event, start, end, peak, last, merged_into }) => ({
      violation_event,
      start,
      end,
      mergedInto: events.find(({ id }) => id === merged_into)?.start,
      ...(end !== null && { peak, last }),
    }))
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), order, async (steps, arrivals) => {
      let time = now - 40_000 * second
      const track = steps.map(({ gap, speed, alarm }) => {
        time += gap * second
        return place(time, { speed, alarm })
      })
      const [straight, shuffled] = [await rig.addVehicle(), await rig.addVehicle()]
      let one = await rig.start(() => now)
      await one.send(rig.report(straight.deviceId, track))
      const reports = track.map((location) => rig.report(shuffled.deviceId, [location]))
      const waiting = [...reports]
      for (const { pick, size, again, restart } of [...arrivals, { pick: 0, size: 99, again: true, restart: false }]) {
        const some = waiting.splice(pick % Math.max(1, waiting.length), size)
        await Promise.all([...some, ...(again ? some : [])].map(one.send))
        if (restart) {
          await one.close()
          one = await rig.start(() => now)
        }
      }
      await one.close()
      expect(await facts(shuffled.deviceId)).toEqual(await facts(straight.deviceId))
    }),
    { numRuns: 15 },
  )
  const { kept, counted } = await rig.tallies()
  expect(kept).toEqual(counted)
})

test('a commit whose reply was lost counts once', async () => {
  const { deviceId, vehicleId } = await rig.addVehicle()
  await rig.addRule(speeding, { objectIds: [vehicleId] })
  const recorder = await rig.start(() => now)
  await recorder.send(rig.report(deviceId, [fast(now - 30 * second, 50)]))
  let losing = true
  rig.db.pool.on('acquire', (client) => {
    const query = client.query.bind(client)
    const lossy = async (...parts: Parameters<typeof query>) => {
      const result = await query(...parts)
      if (String(parts[0]) !== 'commit' || !losing) return result
      losing = false
      throw new Error('Connection terminated unexpectedly')
    }
    Object.assign(client, { query: lossy })
  })
  expect(await recorder.send(rig.report(deviceId, [fast(now - 20 * second)]))).toBe(true)
  expect(losing).toBe(false)
  await recorder.send(rig.report(deviceId, [fast(now - 10 * second, 50)]))
  expect(await rig.events(deviceId)).toMatchObject([{ start: now - 20 * second, end: now - 10 * second }])
  rig.db.pool.removeAllListeners('acquire')
})

test('connections that are cut neither lose nor double an event', async () => {
  const vehicles = await Promise.all(Array.from({ length: 20 }, () => rig.addVehicle()))
  await rig.addRule(speeding, { objectIds: vehicles.map(({ vehicleId }) => vehicleId) })
  const recorder = await rig.start(() => now)
  const stop = cutConnections(rig.url)
  const sent: Promise<boolean>[] = []
  // Fast for 20 s of every 40.
  for (let n = 0; n < 80; n++) {
    for (const { deviceId } of vehicles)
      sent.push(recorder.send(rig.report(deviceId, [fast(now - (800 - n * 10) * second, n % 4 < 2 ? 90 : 50)])))
    await sleep(10)
  }
  await stop()
  expect(rig.warnings.length).toBeGreaterThan(3)
  expect((await Promise.all(sent)).every(Boolean)).toBe(true)
  for (const { deviceId } of vehicles) {
    const events = await rig.events(deviceId)
    expect(events.map(({ start, end }) => [now - start, now - end])).toEqual(
      Array.from({ length: 20 }, (_, n) => [(800 - n * 40) * second, (780 - n * 40) * second]),
    )
  }
  expect(await rig.query(`select event_id from msg_push group by event_id, push_object_id having count(*) > 1`)).toEqual([])
  const { kept, counted } = await rig.tallies()
  expect(kept).toEqual(counted)
})
