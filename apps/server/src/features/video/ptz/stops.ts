import type { Outcome } from '@huanwei/contract/terminals/endpoints'
import { type CameraAct, cameraActs, longestTurn, type Turn, terminalActs } from '@huanwei/contract/video/codes'
import { isTurn } from '@huanwei/contract/video/rules'
import { ReplyResult } from '@huanwei/terminal/messages/ids'
import type { IngestCalls } from '../../../position/link.ts'
import { isRemote } from '../sources/video-sources.ts'

/** Pause before a stop is sent again that did not arrive, ms, and how often it is sent. A camera must not turn until it breaks. */
const stopAgainMs = 5000
const mostStops = 12

type Camera = { deviceId: number; channel: number }
type Turning = { account: string; timer: NodeJS.Timeout }

/** What a camera can be told: a terminal knows no more than its standard. */
export const actsOf = (camera: Pick<Camera, 'deviceId'>): readonly CameraAct[] => (isRemote(camera) ? cameraActs : terminalActs)
const keyOf = ({ deviceId, channel }: Camera) => `${deviceId} ${channel}`

/** Lets cameras be moved, and stops each one when nobody says any more that it shall turn. `turnMs`: longest time without a word. */
export function createPtz(send: IngestCalls['send'], turnMs = longestTurn) {
  const turning = new Map<string, Turning>()
  /** Stops that have not arrived; a new turn calls them off. */
  const stopping = new Map<string, NodeJS.Timeout>()
  let isClosed = false

  const tell = ({ deviceId, channel }: Camera, act: CameraAct, preset?: number) =>
    send(deviceId, { kind: 'moveCamera', channel, act, preset })

  function forget(key: string) {
    clearTimeout(turning.get(key)?.timer)
    turning.delete(key)
    clearTimeout(stopping.get(key))
    stopping.delete(key)
  }

  async function stop(camera: Camera, attempt = 1): Promise<Outcome> {
    const key = keyOf(camera)
    forget(key)
    const answer = await tell(camera, 'stop')
    const hasArrived = answer.outcome === 'confirmed' || answer.outcome === 'refused'
    if (!hasArrived && attempt < mostStops && !isClosed && !turning.has(key))
      stopping.set(
        key,
        setTimeout(() => void stop(camera, attempt + 1), stopAgainMs),
      )
    return answer
  }

  /** Only a turn that the terminal may have begun is ended later. */
  async function turn(account: string, camera: Camera, act: Turn): Promise<Outcome> {
    const key = keyOf(camera)
    forget(key)
    const entry = { account, timer: setTimeout(() => void stop(camera), turnMs) }
    turning.set(key, entry)
    const answer = await tell(camera, act).catch((error: unknown) => {
      if (turning.get(key) === entry) forget(key)
      throw error
    })
    const hasBegun = answer.outcome === 'confirmed' || answer.outcome === 'timedOut'
    if (!hasBegun && turning.get(key) === entry) forget(key)
    return answer
  }

  return {
    /** The outcome, or undefined while another account turns the camera. `preset`: the number of a kept position. */
    async move(account: string, camera: Camera, act: CameraAct, preset?: number): Promise<Outcome | undefined> {
      if (!actsOf(camera).includes(act)) return { outcome: 'refused', result: ReplyResult.unsupported }
      const holder = turning.get(keyOf(camera))
      if (holder && holder.account !== account) return undefined
      if (isTurn(act)) return turn(account, camera, act)
      return act === 'stop' ? stop(camera) : tell(camera, act, preset)
    },
    /** Stops whatever still turns. */
    async close() {
      isClosed = true
      for (const timer of stopping.values()) clearTimeout(timer)
      stopping.clear()
      const cameras = [...turning.keys()].map((key) => key.split(' ').map(Number))
      await Promise.all(cameras.map(([deviceId = 0, channel = 0]) => stop({ deviceId, channel })))
    },
  }
}
