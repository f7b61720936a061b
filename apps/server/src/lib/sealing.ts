import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
/** Bytes. */
const nonceLength = 12
const tagLength = 16
/** Begins what is sealed, so that it is told from a text as it is. */
export const sealedMark = `{${algorithm}}`

/** Keeps texts unreadable where they are stored. `owner` is whose text it is: sealed for another, it does not open. */
export type Sealing = { seal(text: string, owner: string): string; open(sealed: string, owner: string): string }

/** AES-256-GCM with an installation's secret of 32 bytes, base64url. */
export function sealingWith(secret: string): Sealing {
  const key = Buffer.from(secret, 'base64url')
  return {
    seal(text, owner) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner))
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final()]
      return sealedMark + Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url')
    },
    /** Throws when it was changed, or sealed with another key or for another owner. */
    open(sealed, owner) {
      if (!sealed.startsWith(sealedMark)) throw new Error('this is not sealed')
      const bytes = Buffer.from(sealed.slice(sealedMark.length), 'base64url')
      const opening = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-tagLength))
      return opening.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + opening.final('utf8')
    },
  }
}
