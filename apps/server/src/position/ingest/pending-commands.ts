import type { Outcome } from '@huanwei/contract/terminals/endpoints'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'

/** Outcome of a command, with the terminal's answer where it sends one. */
export type Answer = Outcome & {
  message?: Message /** Of the request; given for uploads, which are controlled by it. */
  serial?: number
}

export const timedOut: Outcome = { outcome: 'timedOut', result: null }

/** Commands that an obeying terminal answers with a message of its own and not only with 0x0001. */
const answeredByMessage: ReadonlySet<number> = new Set([
  MessageId.queryLocation,
  MessageId.queryAllParameters,
  MessageId.queryAttributes,
  MessageId.queryVideoAttributes,
  MessageId.queryFiles,
])

type Command = { messageId: number; expires: number; resolve(answer: Answer): void }

/** Commands to one terminal that wait for an answer. A command in several frames waits under the serial of each. */
export class PendingCommands {
  readonly #bySerial = new Map<number, Command>()

  get size(): number {
    return this.#bySerial.size
  }

  /** Resolves with the answer, or as timed out after `expires`, epoch ms. */
  add(serials: readonly number[], messageId: number, expires: number): Promise<Answer> {
    return new Promise((resolve) => {
      for (const serial of serials) this.#bySerial.set(serial, { messageId, expires, resolve })
    })
  }

  /** Takes a 0x0001. A positive one does not end a command that another message will answer. */
  confirm({ replySerial, replyId, result }: { replySerial: number; replyId: number; result: number }) {
    if (result === ReplyResult.ok && answeredByMessage.has(replyId)) return
    const outcome = result === ReplyResult.ok ? 'confirmed' : 'refused'
    const serial = replyId === MessageId.uploadFiles ? { serial: replySerial } : undefined
    this.#end(this.#bySerial.get(replySerial), replyId, { outcome, result, ...serial })
  }

  /** Ends the command that a stored message answers. Without `replySerial` that is the oldest one with this message id. */
  complete(messageId: number, replySerial: number | undefined, message?: Message) {
    const command =
      replySerial === undefined
        ? [...this.#bySerial.values()].find((pending) => pending.messageId === messageId)
        : this.#bySerial.get(replySerial)
    this.#end(command, messageId, { outcome: 'confirmed', result: ReplyResult.ok, ...(message && { message }) })
  }

  #end(command: Command | undefined, messageId: number, answer: Answer) {
    if (command?.messageId !== messageId) return
    for (const [serial, { resolve }] of this.#bySerial) if (resolve === command.resolve) this.#bySerial.delete(serial)
    command.resolve(answer)
  }

  expire(now: number) {
    for (const [serial, { expires, resolve }] of this.#bySerial) {
      if (now < expires) continue
      this.#bySerial.delete(serial)
      resolve(timedOut)
    }
  }

  /** Ends all commands unanswered: the connection is closed. */
  endAll() {
    for (const { resolve } of this.#bySerial.values()) resolve(timedOut)
    this.#bySerial.clear()
  }
}
