import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SimulatedVideoServer } from '@huanwei/fleet/video-server/video-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { videoServerAt } from '../../../media/remote/remote.test-kit.ts'
import { useRig } from '../../../position/store/recorder.test-kit.ts'
import { diskStore } from '../../files/file-store.ts'
import { EvidenceFetching, type FetchingParts } from './fetching.ts'

const rig = await useRig()
const number = 'A00013900'
const device = { did: number, plate: '', channels: 2, isOnline: true, files: [] }
const remote = new SimulatedVideoServer({ account: 'monitor', password: 'remote-secret', devices: [device] })
const dataDir = mkdtempSync(join(tmpdir(), 'huanwei-evidence-'))
const errors: object[] = []
let parts: FetchingParts
let uploadId: number

beforeAll(async () => {
  const server = videoServerAt(`http://127.0.0.1:${await remote.listen()}`)
  const { vehicleId, deviceId } = await rig.addVehicle()
  device.plate = `川A${deviceId}`
  const store = await diskStore(join(dataDir, 'files'))
  const log = { error: (what: object) => errors.push(what) }
  parts = { db: rig.db, store, config: { DATA_DIR: dataDir }, remoteOf: async () => ({ server, number }), log }
  const [violation] = await rig.query(
    `insert into violation_event (tenant_id, create_time, end_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value,
       dept_id, dept_name, violation_event, severity, position, execute_action)
     values (1, now(), now(), now(), 1, $1, '1', $2, '', '', 1, '', '', 'alarm', '', '') returning id::int`,
    [-vehicleId, vehicleId],
  )
  const [upload] = await rig.query(
    `insert into alarm_upload (tenant_id, vehicle_id, device_id, terminal_no, mark, alarm_number, time, files)
     values (1, $1, $2, '', $3, 'number', now(), 0) returning id`,
    [vehicleId, -vehicleId, `server ${violation.id}`],
  )
  uploadId = upload.id
  for (let n = 0; n < 4; n++)
    remote.evidence.files.push({
      id: `photo ${n}`,
      did: number,
      chn: 0,
      alarmType: 620,
      isVideo: false,
      time: Date.now() - 1000 * n,
      bytes: Buffer.from('photo'),
    })
})
afterAll(async () => {
  await remote.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a server that gives its files byte by byte keeps the place of others for the time of one violation only', async () => {
  const fetching = new EvidenceFetching(parts, 3000)
  remote.fault = 'drip'
  const found = async () => {
    // The machine may be too busy for the list of files.
    await rig.query('update alarm_upload set next_time = now() where id = $1', [uploadId])
    await fetching.takeDue([1])
    return rig.query('select state, tries from alarm_upload where id = $1 and tries > 0', [uploadId])
  }
  // Each of the four alone may take a minute.
  await expect.poll(found, { timeout: 50_000, interval: 500 }).toMatchObject([{ state: 'waiting' }])
  expect(errors).toEqual([])
  await fetching.close()
}, 90_000)

test('a server whose list does not come within that time is asked so many times only', async () => {
  const fetching = new EvidenceFetching(parts, 500)
  remote.fault = 'slow'
  await rig.query(`update alarm_upload set state = 'waiting', tries = 0 where id = $1`, [uploadId])
  const found = async () => {
    await rig.query('update alarm_upload set next_time = now() where id = $1', [uploadId])
    await fetching.takeDue([1])
    return rig.query('select state, tries from alarm_upload where id = $1', [uploadId])
  }
  await expect.poll(found, { timeout: 50_000, interval: 500 }).toEqual([{ state: 'failed', tries: 3 }])
  expect(errors).toEqual([])
  await fetching.close()
}, 90_000)
