import type { Changes } from '../../../db/changes.ts'
import type { Database } from '../../../db/connect.ts'
import { outsideFetch, outsideStream } from '../../../http/outside-fetch.ts'
import { Refused } from '../../../http/refuse.ts'
import type { Sealing } from '../../../lib/sealing.ts'
import type { CameraListener } from '../../../media/camera-listener.ts'
import type { Playback } from '../../../media/playback.ts'
import { commandRemote, openRemote } from '../../../media/remote/remote-device.ts'
import type { NamedDevice } from '../../../media/remote/remote-files.ts'
import { RemotePlayback } from '../../../media/remote/remote-playback.ts'
import type { RemoteDevice } from '../../../media/remote/remote-uploads.ts'
import { VideoServer, VideoServerRefused } from '../../../media/remote/video-server.ts'
import type { Camera } from '../../../media/upstream.ts'
import type { Answer } from '../../../position/ingest/pending-commands.ts'
import type { Command } from '../../../position/link.ts'
import { findVideoServer } from '../../units/queries.ts'

type Parts = {
  db: Database
  changes: Pick<Changes, 'on'>
  sealing: Sealing
  /** True for hosts that may have an address of this network. */
  mayBePrivate(host: string): boolean
}

/** Rethrows the refusal of a server as one with 502, in the words of its code. */
export function inWords(error: unknown): never {
  throw error instanceof VideoServerRefused ? new Refused(502, `video:result.${error.result}`) : error
}

const gone: Answer = { outcome: 'offline', result: null }

/**
 * The video servers of organisations that have one of their own (视频服务器 of 单位信息). Their devices have negative numbers here, those of their vehicles: what would
 * be sent to a terminal is asked of the server. Source: spec 3, section 16. Record: docs/decisions/0078.
 */
export function createVideoSources({ db, changes, sealing, mayBePrivate }: Parts) {
  const transport = {
    fetch: outsideFetch(mayBePrivate),
    stream: outsideStream(mayBePrivate),
    streamPublic: outsideStream(() => false),
  }
  const known = new Map<number, Promise<VideoServer | undefined>>()
  const devices = new Map<number, NamedDevice & { tenantId: number }>()
  changes.on(['unit_info'], () => known.clear())

  async function load(tenantId: number) {
    const access = await db.within({ tenantId }, (tx) => findVideoServer(tx, tenantId, sealing))
    return access && new VideoServer(access, transport)
  }

  function serverOf(tenantId: number) {
    const loading = known.get(tenantId) ?? load(tenantId)
    known.set(tenantId, loading)
    loading.catch(() => {
      if (known.get(tenantId) === loading) known.delete(tenantId)
    })
    return loading
  }

  async function deviceAt(deviceId: number) {
    const device = devices.get(deviceId)
    const server = device && (await serverOf(device.tenantId))
    return server && { server, device }
  }

  return {
    /** The device of a vehicle's video server; undefined where its organisation uses the own media server. */
    async deviceOf(tenantId: number, vehicleId: number, { number, plate }: NamedDevice) {
      if (!(await serverOf(tenantId))) return undefined
      devices.set(-vehicleId, { tenantId, number, plate })
      return { deviceId: -vehicleId, terminalNo: `server ${tenantId} ${number}` }
    },
    /** A device and its organisation's server; undefined where the organisation uses the own media server. */
    async remoteOf(tenantId: number, number: string): Promise<RemoteDevice | undefined> {
      const server = await serverOf(tenantId)
      return server && { server, number }
    },
    /** Refuses with 502, in the words of its code, while the organisation's server lets nobody in. */
    async mustBeReady(tenantId: number) {
      await (await serverOf(tenantId))?.ready().catch(inWords)
    },
    /** Asks the server of a device for what a terminal would be told; a refusal of the server is one with 502, but of a stop. */
    async send(deviceId: number, command: Command): Promise<Answer> {
      const found = await deviceAt(deviceId)
      return found ? commandRemote(found.server, found.device, command).catch(inWords) : gone
    },
    /** Opens live pictures of a device, as `openRemote`. */
    async open({ deviceId, channel, stream }: Camera, listener: CameraListener, signal: AbortSignal): Promise<Answer> {
      const found = await deviceAt(deviceId)
      return found ? openRemote(found.server, { device: found.device.number, channel, stream }, listener, signal) : gone
    },
    /** Plays what a device has recorded. */
    play: ({ deviceId, channel }: Camera, playback: Playback) =>
      new RemotePlayback(async () => {
        const found = await deviceAt(deviceId)
        return found && { ...found, channel }
      }, playback),
  }
}
export type VideoSources = ReturnType<typeof createVideoSources>

/** True for a device of a video server. */
export const isRemote = ({ deviceId }: { deviceId: number }) => deviceId < 0
