/** Reason why a body cannot be decoded. */
export type BadMessageReason = 'too-short' | 'too-many' | 'time' | 'encrypted' | 'sub-package'

/** A message with an intact frame whose content violates the standard; it is answered with 0x8001, result 2. */
export class BadMessage extends Error {
  readonly reason: BadMessageReason

  constructor(reason: BadMessageReason, detail = '') {
    super(detail === '' ? reason : `${reason}: ${detail}`)
    this.name = 'BadMessage'
    this.reason = reason
  }
}
