import { createCipheriv, createDecipheriv } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** Hashes run on the four threads that read files and compress replies as well: half of them are left to those. */
const inTurn = pLimit(2)

/** Argon2id with the library's defaults (OWASP's first recommendation). */
export const hashPassword = (password: string) => inTurn(() => hash(password))

// Verified when no such user exists, so that both answers take as long.
const nobody = hashPassword('nobody has this password')

/** True when `password` is the one behind `stored`; takes as long when there is none. */
export async function isPassword(stored: string | undefined, password: string) {
  const known = stored ?? (await nobody)
  const right = await inTurn(() => verify(known, password))
  return stored !== undefined && right
}

/** Meanings of one sent password that are tried: each costs an Argon2id, and several are rare. */
const mostMeanings = 3

/**
 * True when one of the `meanings` of what was sent is the password behind `stored`. Takes as long when there is none, and as one wrong password when
 * nothing sent can be read.
 */
export const isAnyPassword = async (stored: string | undefined, meanings: string[]) =>
  (await passwordAmong(stored, meanings)) !== undefined

/** Like `isAnyPassword`: which one it is. */
export async function passwordAmong(stored: string | undefined, meanings: string[]): Promise<string | undefined> {
  for (const password of meanings.length ? meanings.slice(0, mostMeanings) : [''])
    if (await isPassword(stored, password)) return password
  return undefined
}

/**
 * Passwords that a browser may have meant, likeliest first: AES-128 under one of `keys` (key and IV the same 16 bytes), as CBC with zero padding or, from
 * younger clients of the family, as CFB without any, or Base64. Only what reads as text counts. Source: spec 4, S0 §5.
 */
export function meaningsOf(sent: string, keys: readonly string[]): string[] {
  const bytes = Buffer.from(sent, 'base64')
  const blocks = bytes.length % 16 === 0 ? keys.map((key) => deciphered('aes-128-cbc', key, bytes)) : []
  const streams = keys.map((key) => deciphered('aes-128-cfb', key, bytes))
  return [...new Set([...blocks, bytes, ...streams].flatMap((plain) => readable(plain) ?? []))]
}

function deciphered(algorithm: string, key: string, bytes: Buffer) {
  const cipher = createDecipheriv(algorithm, key, Buffer.from(key, 'latin1')).setAutoPadding(false)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
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
export function encodePassword(password: string, key: string, mode: 'cbc' | 'cfb' = 'cbc') {
  const plain = Buffer.from(password)
  const padded = mode === 'cbc' ? Buffer.concat([plain, Buffer.alloc((16 - (plain.length % 16)) % 16)]) : plain
  const cipher = createCipheriv(`aes-128-${mode}`, key, Buffer.from(key, 'latin1')).setAutoPadding(false)
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64')
}
