import type { VideoContent } from '@huanwei/terminal/messages/video'
import type { IngestCalls } from '../../position/link.ts'
import type { MediaPlaces } from '../media-places.ts'
import { type CameraLine, channelOf } from '../upstreams.ts'
import { TalkLine, type TalkLineParts } from './talk-line.ts'

/** A terminal that is spoken with; `terminalNo` in its canonical form. */
export type TerminalChannel = { deviceId: number; terminalNo: string; channel: number }

type Parts = {
  send: IngestCalls['send']
  places: Pick<MediaPlaces, 'of'>
  lineOf(target: TerminalChannel): CameraLine
  arrivalMs: number
}
type Content = (typeof VideoContent)['talk' | 'broadcast']
/** `by` names the speaker to others. */
type Wanted = Pick<TalkLineParts, 'heard' | 'changed'> & { content: Content; by: string }

export type TerminalLine = Pick<TalkLine, 'send' | 'end' | 'state'>

/** Terminals that are spoken with at once. */
const mostLines = 500

/** The voice lines to terminals: one at a time to each of them, whoever speaks. */
export function createTerminalLines({ send, places, lineOf, arrivalMs }: Parts) {
  const held = new Map<number, { by: string; channel: string }>()

  return {
    /** Who speaks with a terminal; undefined while nobody does. */
    speakerWith: ({ deviceId }: TerminalChannel) => held.get(deviceId)?.by,
    /** True while somebody speaks with this channel of a terminal. */
    isOn(terminalNo: string, channel: number): boolean {
      const wanted = channelOf({ terminalNo, channel })
      return [...held.values()].some((one) => one.channel === wanted)
    },
    hasRoomFor: (count: number) => held.size + count <= mostLines,
    /** Opens the line to a terminal that nobody speaks with, until its end. */
    open(target: TerminalChannel, { content, by, ...listener }: Wanted): TerminalLine {
      const { deviceId, channel } = target
      const { inTurn, expect } = lineOf(target)
      held.set(deviceId, { by, channel: channelOf(target) })
      const line = new TalkLine({
        ...listener,
        channel,
        arrivalMs,
        inTurn,
        expect,
        open: () => send(deviceId, { kind: 'openTalk', ...places.of(target.terminalNo), channel, content }),
        close: () => void inTurn(() => send(deviceId, { kind: 'closeTalk', channel })),
      })
      let isOpen = true
      return {
        get state() {
          return line.state
        },
        send: (piece) => line.send(piece),
        end() {
          if (isOpen) held.delete(deviceId)
          isOpen = false
          line.end()
        },
      }
    },
  }
}
export type TerminalLines = ReturnType<typeof createTerminalLines>
