import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import {
  type ControlVideo,
  type OpenVideo,
  VideoClosing,
  VideoContent,
  VideoControl,
  VideoStream,
} from '@huanwei/terminal/messages/video'
import type { Identity } from '../terminals/connection.ts'
import { openPictureLine, type PictureLine, simOf } from './picture-line.ts'
import { framesPerSecond, loopOf } from './picture-loop.ts'
import { pieceMs, soundPiece } from './sound.ts'
import { TalkLines } from './talk-lines.ts'

/** What cameras do wrong: the radio drops, nothing comes, nothing that can be shown, or bytes that mean nothing. */
type CameraFault = 'drop' | 'freeze' | 'noKeyFrame' | 'garbage'

/** The cameras of one terminal: each requested stream goes over a connection of its own. Source: spec 4, IV.5. */
export class LiveCameras {
  readonly #sim: string
  /** What is sent; the command is that of now. */
  readonly #open = new Map<string, { line: PictureLine; asked: OpenVideo }>()
  #fault: CameraFault | undefined
  /** Loudspeaker and microphone of the cab. */
  readonly talk: TalkLines

  constructor(identity: Identity, hasDriver = false) {
    this.#sim = simOf(identity)
    this.talk = new TalkLines(this.#sim, hasDriver)
  }

  /** How many streams are on. */
  get count() {
    return this.#open.size
  }

  /** Opens or closes a stream if the command says so. */
  obey(command: Message | undefined): void {
    if (command?.id === MessageId.openVideo && TalkLines.isFor(command)) this.talk.begin(command)
    else if (command?.id === MessageId.openVideo) this.#begin(command)
    if (command?.id === MessageId.controlVideo) this.#control(command)
  }

  /** Lets the cameras do something wrong from now on, or well again. */
  misbehave(fault: CameraFault | undefined): void {
    this.#fault = fault
    // A decoder needs no key frame as long as it has not lost its pictures.
    if (fault === 'drop' || fault === 'noKeyFrame') this.closeAll()
  }

  closeAll(): void {
    for (const { line } of this.#open.values()) line.close()
    this.talk.closeAll()
  }

  #control(command: ControlVideo) {
    const sent = this.#open.get(keyOf(command))
    if (command.command === VideoControl.close && command.closing === VideoClosing.sound && sent)
      sent.asked.content = VideoContent.picture
    else if (command.command === VideoControl.close) sent?.line.close()
    if (command.command === VideoControl.closeTalk) this.talk.end(command)
    if (command.command === VideoControl.switchStream) this.#switch(command)
  }

  /** The connection of the channel goes on with the other stream. */
  #switch({ channel, stream }: ControlVideo) {
    const key = keyOf({ channel, stream })
    const before = keyOf({ channel, stream: stream === VideoStream.main ? VideoStream.sub : VideoStream.main })
    const sent = this.#open.get(before)
    if (!sent || this.#open.has(key)) return
    sent.asked.stream = stream
    this.#open.delete(before)
    this.#open.set(key, sent)
  }

  #begin(command: OpenVideo) {
    const asked = { ...command }
    this.#open.get(keyOf(asked))?.line.close()
    const line = openPictureLine(command, this.#sim, {
      onOpen: (opened) => sendLoop(opened, asked, () => this.#fault),
      onClosed: () => {
        if (this.#open.get(keyOf(asked))?.line === line) this.#open.delete(keyOf(asked))
      },
    })
    this.#open.set(keyOf(asked), { line, asked })
  }
}

const keyOf = ({ channel, stream }: Pick<OpenVideo, 'channel' | 'stream'>) => `${channel} ${stream}`

/** Sends what `asked` says at each moment, at its pace, until the returned function is called; each channel begins elsewhere in the loop. */
function sendLoop(
  line: PictureLine,
  asked: Readonly<Pick<OpenVideo, 'channel' | 'stream' | 'content'>>,
  faultNow: () => CameraFault | undefined,
) {
  let { stream } = asked
  let loop = loopOf(stream)
  const firstKey = (from: number) =>
    Math.max(
      0,
      loop.findIndex(({ isKey }, i) => isKey && i >= from),
    )
  let next = firstKey((asked.channel - 1) * framesPerSecond)
  const begun = Date.now()
  let piece = 0
  function sendSound() {
    for (; begun + piece * pieceMs <= Date.now(); piece++) {
      if (asked.content === VideoContent.soundAndPicture) line.writeSound(soundPiece(piece), begun + piece * pieceMs)
    }
  }
  function send() {
    if (stream !== asked.stream) {
      stream = asked.stream
      loop = loopOf(stream)
      next = firstKey(next % loop.length)
    }
    const frame = loop[next++ % loop.length]
    const fault = faultNow()
    if (fault === 'freeze') return
    if (fault === 'garbage') return line.writeGarbage()
    if (frame && !(frame.isKey && fault === 'noKeyFrame')) line.write(frame, Date.now())
    sendSound()
  }
  send()
  const sending = setInterval(send, 1000 / framesPerSecond)
  return () => clearInterval(sending)
}
