import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { outsideFetch, outsideStream } from '../../http/outside-fetch.ts'
import type { startTestServer } from '../../test-kit.ts'
import { VideoServer } from './video-server.ts'

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

/** A video server at an address, as one that may be of this network. */
export function videoServerAt(address: string, account = 'monitor', secret = 'remote-secret') {
  const transport = {
    fetch: outsideFetch(() => true),
    stream: outsideStream(() => true),
    streamPublic: outsideStream(() => false),
  }
  return new VideoServer({ address, account, password: secret }, transport)
}

type Question = { action: string; asked: URLSearchParams }

/** A server that lets everybody in and answers what a test makes of a question, at once or later. */
export async function startHostileServer() {
  const state = { answer: (_: Question): unknown => ({}), calls: 0 }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: asked } = new URL(request.url ?? '/', 'http://localhost')
    const action = /StandardApiAction_(\w+)/.exec(pathname)?.[1] ?? ''
    if (action !== 'login') state.calls++
    const answer = action === 'login' ? { jsession: 'S' } : await state.answer({ action, asked })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ result: 0, ...(answer as object) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return Object.assign(state, { server: videoServerAt(`http://127.0.0.1:${port}`), close })
}
