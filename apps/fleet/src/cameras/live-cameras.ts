import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import { type OpenVideo, VideoContent, VideoControl } from '@huanwei/terminal/messages/video'
import type { Identity } from '../terminals/connection.ts'
import { openPictureLine, type PictureLine, simOf } from './picture-line.ts'
import { framesPerSecond, loopOf } from './picture-loop.ts'
import { pieceMs, soundPiece } from './sound.ts'

/** What cameras do wrong: the radio drops, nothing comes, nothing that can be shown, or bytes that mean nothing. */
type CameraFault = 'drop' | 'freeze' | 'noKeyFrame' | 'garbage'

/** The cameras of one terminal: each requested stream goes over a connection of its own. Source: spec 4, IV.5. */
export class LiveCameras {
  readonly #sim: string
  readonly #open = new Map<string, PictureLine>()
  #fault: CameraFault | undefined

  constructor(identity: Identity) {
    this.#sim = simOf(identity)
  }

  /** How many streams are on. */
  get count() {
    return this.#open.size
  }

  /** Opens or closes a stream if the command says so. */
  obey(command: Message | undefined): void {
    if (command?.id === MessageId.openVideo) this.#begin(command)
    if (command?.id === MessageId.controlVideo && command.command === VideoControl.close) this.#open.get(keyOf(command))?.close()
  }

  /** Lets the cameras do something wrong from now on, or well again. */
  misbehave(fault: CameraFault | undefined): void {
    this.#fault = fault
    // A decoder needs no key frame as long as it has not lost its pictures.
    if (fault === 'drop' || fault === 'noKeyFrame') this.closeAll()
  }

  closeAll(): void {
    for (const line of this.#open.values()) line.close()
  }

  #begin(command: OpenVideo) {
    const key = keyOf(command)
    this.#open.get(key)?.close()
    const line = openPictureLine(command, this.#sim, {
      onOpen: (opened) => sendLoop(opened, command, () => this.#fault),
      onClosed: () => {
        if (this.#open.get(key) === line) this.#open.delete(key)
      },
    })
    this.#open.set(key, line)
  }
}

const keyOf = ({ channel, stream }: Pick<OpenVideo, 'channel' | 'stream'>) => `${channel} ${stream}`

/** Sends a loop and its sound at their pace until the returned function is called; each channel begins elsewhere in it. */
function sendLoop(
  line: PictureLine,
  { channel, stream, content }: Pick<OpenVideo, 'channel' | 'stream' | 'content'>,
  faultNow: () => CameraFault | undefined,
) {
  const loop = loopOf(stream)
  let next = Math.max(0, loop.findIndex(({ isKey }, i) => isKey && i >= (channel - 1) * framesPerSecond) || 0)
  const begun = Date.now()
  let piece = 0
  function sendSound() {
    for (; begun + piece * pieceMs <= Date.now(); piece++) line.writeSound(soundPiece(piece), begun + piece * pieceMs)
  }
  function send() {
    const frame = loop[next++ % loop.length]
    const fault = faultNow()
    if (fault === 'freeze') return
    if (fault === 'garbage') return line.writeGarbage()
    if (frame && !(frame.isKey && fault === 'noKeyFrame')) line.write(frame, Date.now())
    if (content === VideoContent.soundAndPicture) sendSound()
  }
  send()
  const sending = setInterval(send, 1000 / framesPerSecond)
  return () => clearInterval(sending)
}
