/** Why a body cannot be read. */
export type BadMessageReason = 'too-short' | 'time' | 'encrypted' | 'sub-package'

/** A message whose frame is whole but whose content breaks the standard; answer 0x8001 result 2. */
export class BadMessage extends Error {
  readonly reason: BadMessageReason

  constructor(reason: BadMessageReason, detail = '') {
    super(detail === '' ? reason : `${reason}: ${detail}`)
    this.name = 'BadMessage'
    this.reason = reason
  }
}
