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
import { type CameraSound, usualSound } from './camera-sounds.ts'
import { openPictureLine, type PictureLine, type Radio, simOf } from './picture-line.ts'
import { framesPerSecond, type Look, loopOf } from './picture-loop.ts'
import { TalkLines } from './talk-lines.ts'

/**
 * What cameras do wrong: the radio drops, or drops and comes back by itself, nothing comes, nothing that can be shown, black pictures, pictures in
 * H.265 instead of H.264, or bytes that mean nothing.
 */
export const cameraFaults = ['drop', 'reconnect', 'freeze', 'noKeyFrame', 'black', 'codec', 'garbage'] as const
export type CameraFault = (typeof cameraFaults)[number]

const lookUnder = (fault: CameraFault | undefined): Look => (fault === 'black' ? 'black' : fault === 'codec' ? 'hevc' : 'street')

/** The cameras of one terminal: each requested stream goes over a connection of its own. Source: spec 4, IV.5. */
export class LiveCameras {
  readonly #sim: string
  /** What is sent; the command is that of now. */
  readonly #open = new Map<string, { line: PictureLine; asked: OpenVideo }>()
  #fault: CameraFault | undefined
  #sound = usualSound
  /** Loudspeaker and microphone of the cab. */
  readonly talk: TalkLines
  readonly #radio: Radio

  constructor(identity: Identity, { hasDriver = false, radio = 'tcp' }: { hasDriver?: boolean; radio?: Radio } = {}) {
    this.#radio = radio
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
    // Who reconnects does well from then on.
    this.#fault = fault === 'reconnect' ? undefined : fault
    if (fault === 'reconnect') for (const { asked } of [...this.#open.values()]) this.#begin(asked)
    // A decoder needs no key frame as long as it has not lost its pictures.
    if (fault === 'drop' || fault === 'noKeyFrame') this.closeAll()
  }

  /** Lets the microphones send their sound like this from now on. */
  soundAs(sound: CameraSound): void {
    this.#sound = sound
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
    // It says yes all the same.
    if (this.#radio !== 'tcp' && command.udpPort === 0) return
    const asked = { ...command }
    this.#open.get(keyOf(asked))?.line.close()
    const handlers = {
      onOpen: (opened: PictureLine) => sendLoop(opened, asked, { fault: () => this.#fault, sound: () => this.#sound }),
      onClosed: () => {
        if (this.#open.get(keyOf(asked))?.line === line) this.#open.delete(keyOf(asked))
      },
    }
    const line = openPictureLine(command, this.#sim, handlers, this.#radio)
    this.#open.set(keyOf(asked), { line, asked })
  }
}

const keyOf = ({ channel, stream }: Pick<OpenVideo, 'channel' | 'stream'>) => `${channel} ${stream}`

/** Sends what `asked` says at each moment, at its pace, until the returned function is called; each channel begins elsewhere in the loop. */
function sendLoop(
  line: PictureLine,
  asked: Readonly<Pick<OpenVideo, 'channel' | 'stream' | 'content'>>,
  now: { fault(): CameraFault | undefined; sound(): CameraSound },
) {
  let { stream } = asked
  let look = lookUnder(now.fault())
  let loop = loopOf(stream, look)
  const firstKey = (from: number) =>
    Math.max(
      0,
      loop.findIndex(({ isKey }, i) => isKey && i >= from),
    )
  let next = firstKey((asked.channel - 1) * framesPerSecond)
  const begun = Date.now()
  let sentMs = 0
  function sendSound() {
    const { codec, pieceMs, piece } = now.sound()
    for (; begun + sentMs <= Date.now(); sentMs += pieceMs) {
      const isWanted = asked.content === VideoContent.soundAndPicture
      if (isWanted) line.writeSound(piece(Math.floor(sentMs / pieceMs)), begun + sentMs, codec)
    }
  }
  function send() {
    const fault = now.fault()
    if (stream !== asked.stream || look !== lookUnder(fault)) {
      stream = asked.stream
      look = lookUnder(fault)
      loop = loopOf(stream, look)
      next = firstKey(next % loop.length)
    }
    const frame = loop[next++ % loop.length]
    if (fault === 'freeze') return
    if (fault === 'garbage') return line.writeGarbage()
    if (frame && !(frame.isKey && fault === 'noKeyFrame')) line.write(frame, Date.now())
    sendSound()
  }
  send()
  const sending = setInterval(send, 1000 / framesPerSecond)
  return () => clearInterval(sending)
}
