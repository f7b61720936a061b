import { type CameraAct, turnSpeed, VideoResult } from '@huanwei/contract/video/codes'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Answer } from '../../position/ingest/pending-commands.ts'
import type { Command } from '../../position/link.ts'
import type { CameraListener } from '../camera-listener.ts'
import { FlvReader } from './flv-reader.ts'
import { listFiles, type NamedDevice } from './remote-files.ts'
import { type VideoServer, VideoServerRefused } from './video-server.ts'

/** Numbers of what cameras are told. Source: spec 4, III.4. */
export const commandNumbers: Record<CameraAct, number> = {
  left: 0,
  right: 1,
  up: 2,
  down: 3,
  leftUp: 4,
  rightUp: 5,
  leftDown: 6,
  rightDown: 7,
  zoomOut: 8,
  zoomIn: 9,
  focusLess: 10,
  focusMore: 11,
  irisLess: 12,
  irisMore: 13,
  lightOn: 14,
  lightOff: 15,
  wiperOn: 16,
  wiperOff: 17,
  stop: 19,
  goToPreset: 21,
  savePreset: 22,
  deletePreset: 23,
}

const noAlarm = '0'.repeat(16)
const someAlarm = '1'.padStart(16, '0')

const outcomes: Partial<Record<VideoServerRefused['result'], Answer['outcome']>> = {
  [VideoResult.deviceOffline]: 'offline',
  [VideoResult.networkError]: 'timedOut',
  other: 'timedOut',
}

/** What a refusal of the server means for who waits for a terminal's answer. */
export function answerTo(error: unknown): Answer {
  if (!(error instanceof VideoServerRefused)) throw error
  return { outcome: outcomes[error.result] ?? 'refused', result: error.result === 'other' ? null : error.result }
}

export const confirmed: Answer = { outcome: 'confirmed', result: 0 }

/** Opens live pictures of a device for `listener`, until the signal; `channel` from 1, `stream` as in `VideoStream`. */
export async function openRemote(
  server: VideoServer,
  { device, channel, stream }: { device: string; channel: number; stream: number },
  listener: CameraListener,
  signal: AbortSignal,
): Promise<Answer> {
  const end = new AbortController()
  const both = AbortSignal.any([signal, end.signal])
  try {
    const body = await server.openLive(device, channel - 1, stream, both)
    if (both.aborted) return { outcome: 'timedOut', result: null }
    listener.opened({ sim: '', close: () => end.abort(), write: () => undefined, unsentBytes: () => 0 })
    void pass(body, listener).finally(() => {
      end.abort()
      listener.closed()
    })
    return confirmed
  } catch (error) {
    return answerTo(error)
  }
}

/** Gives frames to the listener until the stream ends, breaks off or means nothing. */
async function pass(body: AsyncIterable<Uint8Array>, listener: CameraListener) {
  const reader = new FlvReader()
  try {
    for await (const chunk of body) {
      listener.heard(chunk.length)
      for (const frame of reader.push(Buffer.from(chunk))) listener.frame(frame)
    }
  } catch {
    // The stream is asked for anew by who listens.
  }
}

/**
 * Does what a terminal would be told, and answers as one would. Throws `VideoServerRefused` where the server refuses for a reason of its own, but
 * not for a stop: who sends that may have gone.
 */
export async function commandRemote(server: VideoServer, device: NamedDevice, command: Command): Promise<Answer> {
  try {
    if (command.kind === 'moveCamera') return await move(server, device.number, command)
    if (command.kind === 'queryFiles') return await queryFiles(server, device, command)
    return { outcome: 'refused', result: null }
  } catch (error) {
    const answer = answerTo(error)
    const isStop = command.kind === 'moveCamera' && command.act === 'stop'
    if (answer.outcome === 'refused' && !isStop) throw error
    return answer
  }
}

async function move(server: VideoServer, device: string, { channel, act, preset = 0 }: Extract<Command, { kind: 'moveCamera' }>) {
  const sent = { DevIDNO: device, Chn: channel - 1, Command: commandNumbers[act], Speed: turnSpeed, Param: preset }
  await server.call('sendPTZControl', sent)
  return confirmed
}

type Query = Extract<Command, { kind: 'queryFiles' }>

async function queryFiles(server: VideoServer, device: NamedDevice, query: Query): Promise<Answer> {
  const files = (await listFiles(server, device, query)).map(({ channel, start, end, listed: { type, stream, len } }) => ({
    channel,
    start,
    end,
    alarms: type === 1 ? someAlarm : noAlarm,
    content: 0,
    stream,
    storage: 0,
    size: len,
  }))
  return { ...confirmed, message: { id: MessageId.fileList, replySerial: 0, total: files.length, files } }
}
