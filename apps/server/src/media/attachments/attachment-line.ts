import type { Socket } from 'node:net'
import type { AttachmentPiece } from '@huanwei/terminal/attachments/attachment-reader'
import type { AttachmentList } from '@huanwei/terminal/messages/attachments'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { decodeMessage, encodeMessage, type Message, messageIdOf } from '@huanwei/terminal/messages/message'
import { type Header, headerTo, terminalKey, versionOf } from '@huanwei/terminal/wire/header'
import { encodeFrames } from '@huanwei/terminal/wire/splitting'
import { type AlarmUpload, BadUpload } from './alarm-upload.ts'

/** Returns the upload that a terminal may go on with; undefined for what nobody asked for. */
type UploadOf = (list: AttachmentList, terminalNo: string) => Promise<AlarmUpload | undefined>

/** One connection that sends the files of one alarm. Source: spec 4, IV.6. */
export class AttachmentLine {
  readonly #socket: Pick<Socket, 'write'>
  readonly #uploadOf: UploadOf
  #serial = 0
  /** Number of the terminal that opened it. */
  #terminalNo = ''
  upload: AlarmUpload | undefined

  constructor(socket: Pick<Socket, 'write'>, uploadOf: UploadOf) {
    this.#socket = socket
    this.#uploadOf = uploadOf
  }

  /** Takes what came. Throws BadUpload or BadMessage where the connection is to be closed, and any other error where it could not be stored. */
  async take(piece: AttachmentPiece) {
    if (piece.kind === 'data') {
      if (!this.upload) throw new BadUpload('bytes before a list')
      return this.upload.write(piece.name, piece.offset, piece.data)
    }
    const { header, body } = piece.frame
    // None of these messages needs more than one frame.
    if (header.total !== undefined) throw new BadUpload('a message in pieces')
    await this.#takeMessage(header, decodeMessage(header, body))
  }

  async #takeMessage(header: Header, message: Message) {
    const terminalNo = terminalKey(header)
    if (this.upload && terminalNo !== this.#terminalNo) throw new BadUpload('another terminal on the same connection')
    if (message.id === MessageId.attachmentList) {
      this.#terminalNo = terminalNo
      const upload = await this.#uploadOf(message, terminalNo)
      if (!upload || (this.upload && upload !== this.upload)) throw new BadUpload('files that nobody asked for')
      this.upload = upload
      await upload.list(message)
      return this.#confirm(header, ReplyResult.ok)
    }
    if (!this.upload) throw new BadUpload('a message before a list')
    switch (message.id) {
      case MessageId.attachmentBegins:
        await this.upload.begin(message)
        return this.#confirm(header, ReplyResult.ok)
      case MessageId.attachmentEnds:
        return this.#send(header, await this.upload.end(message))
      case MessageId.heartbeat:
        return this.#confirm(header, ReplyResult.ok)
      default:
        return this.#confirm(header, ReplyResult.unsupported)
    }
  }

  #confirm(header: Header, result: ReplyResult) {
    this.#send(header, { id: MessageId.platformReply, replySerial: header.serial, replyId: header.messageId, result })
  }

  #send(to: Header, message: Message) {
    const header = headerTo(to, messageIdOf(message), this.#serial)
    const frames = encodeFrames(header, encodeMessage(message, versionOf(to)))
    this.#serial = (this.#serial + frames.length) & 0xffff
    for (const frame of frames) this.#socket.write(frame)
  }
}
