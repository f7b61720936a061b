import { createCipheriv, createDecipheriv } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the library's defaults (OWASP's first recommendation). */
export const hashPassword = (password: string) => hash(password)

// Verified when no such user exists, so that both answers take as long.
const nobody = hashPassword('nobody has this password')

/** True when `password` is the one behind `stored`; takes as long when there is none. */
export async function isPassword(stored: string | undefined, password: string) {
  const right = await verify(stored ?? (await nobody), password)
  return stored !== undefined && right
}

/**
 * The password a browser meant: AES-128-CBC with zero padding (key and IV the same 16 bytes), or Base64.
 * Undefined when it is neither. Source: spec 4, S0 §5.
 */
export function decodePassword(sent: string, key: string | undefined): string | undefined {
  const bytes = Buffer.from(sent, 'base64')
  if (key && bytes.length > 0 && bytes.length % 16 === 0) {
    const cipher = createDecipheriv('aes-128-cbc', key, Buffer.from(key, 'latin1')).setAutoPadding(false)
    const plain = readable(Buffer.concat([cipher.update(bytes), cipher.final()]))
    if (plain) return plain
  }
  return readable(bytes)
}

const strict = new TextDecoder('utf-8', { fatal: true })

function readable(bytes: Buffer): string | undefined {
  try {
    const text = strict.decode(bytes).replace(/\0+$/, '').trim()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character says that this is not text
    return text && !/[\0-\x1f]/.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** The transport form that a browser sends; for tests and clients in this repository. */
export function encodePassword(password: string, key: string) {
  const plain = Buffer.from(password)
  const padded = Buffer.concat([plain, Buffer.alloc((16 - (plain.length % 16)) % 16)])
  const cipher = createCipheriv('aes-128-cbc', key, Buffer.from(key, 'latin1')).setAutoPadding(false)
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64')
}
