import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Location } from '@huanwei/terminal/messages/location'
import { MediaFormat, type MediaReceived, MediaType } from '@huanwei/terminal/messages/media'
import { drawPicture } from '../cameras/picture.ts'
import type { PendingMessage } from './retransmission.ts'
import type { Sender } from './sender.ts'

/** Pictures of one terminal on their way to the platform, which asks for lost pieces by picture id. */
export class PictureUploads {
  readonly #sender: Sender
  readonly #plate: string
  readonly #now: () => number
  readonly #pending = new Map<number, PendingMessage>()

  constructor(sender: Sender, plate: string, now: () => number) {
    this.#sender = sender
    this.#plate = plate
    this.#now = now
  }

  /** Takes a picture and sends it. */
  async take(mediaId: number, channel: number, location: Location): Promise<void> {
    const data = await drawPicture({ ...location, plate: this.#plate, channel })
    const picture = { id: MessageId.media, mediaId, mediaType: MediaType.picture, format: MediaFormat.jpeg, event: 0, channel }
    this.#pending.set(mediaId, this.#sender.sendReliably({ ...picture, location, data }, this.#now()))
  }

  /** Sends the lost pieces again, or ends the upload when none was lost. */
  handleReceived({ mediaId, lost }: MediaReceived): void {
    const pending = this.#pending.get(mediaId)
    if (!pending) return
    if (lost.length) this.#sender.resendPieces(pending, lost)
    else {
      this.#pending.delete(mediaId)
      this.#sender.acknowledge(pending)
    }
  }
}
