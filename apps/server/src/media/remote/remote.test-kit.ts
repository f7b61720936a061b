import { vi } from 'vitest'
import type { startTestServer } from '../../test-kit.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<Server['login']>>

/** Gives a vehicle of tenant 1 two cameras that a video server knows as the device `did`. */
export async function addCameras({ db, latest }: Server, vehicleId: number, did: string) {
  await db.owner.query('update vehicle set vehicle_camera = 2, video_device_id = $1 where id = $2', [did, vehicleId])
  await vi.waitUntil(() => latest.vehicles.of(1).get(vehicleId)?.videoDeviceId === did, 30_000)
}

/** Names the video server of the administrator's organisation; resolves when the vehicle's pictures come from there. */
export async function nameVideoServer({ call }: Person, videoSource: string, vehicleId: number) {
  await call('POST', '/admin/unitInfo/addUnitInfo', {})
  const { data: unit } = await call('POST', '/admin/unitInfo/getUnitInfoById', {})
  const own = { videoSource, account: 'monitor', password: 'remote-secret', updateTime: unit.updateTime }
  await call('POST', '/admin/unitInfo/modifyUnitInfo', own)
  const isThere = async () => (await call('POST', '/admin/video/ticket', { vehicleId, channel: 1 })).status === 200
  await vi.waitUntil(isThere, 30_000)
}
