/** Limits of a browser's error log: errors in one call, characters of each. */
export const errorLogLimits = { entries: 100, url: 1000, message: 2000, stack: 8000, info: 200 } as const

const hidden = '***'

/** A telephone or identity card number with only its ends left. */
const masked = (text: string) => (text.length < 8 ? hidden : `${text.slice(0, 3)}${'*'.repeat(text.length - 7)}${text.slice(-4)}`)

const secretFields = /password|passwd|pwd|token|secret|authorization|signature|^code$|^randomStr$|captcha/i
const personalFields = /identitycard|idcard|phone|mobile|contact|^reportperson$/i

/** `value` of the field `name` as a log may keep it: no secret, of personal numbers the ends, long texts and lists cut. */
export function scrubField(name: string, value: unknown, depth = 0): unknown {
  if (secretFields.test(name)) return value === undefined || value === null || value === '' ? value : hidden
  if (typeof value === 'string') return personalFields.test(name) ? masked(value) : scrubText(value.slice(0, 500))
  if (typeof value !== 'object' || value === null) return value
  if (depth > 4) return '…'
  // Cells of a sheet have no names that tell the secret and personal ones: their number is kept.
  if (name === 'rows' && Array.isArray(value)) return value.length
  if (Array.isArray(value)) return value.slice(0, 50).map((one) => scrubField(name, one, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 50)
      .map(([key, one]) => [key, scrubField(key, one, depth + 1)]),
  )
}

/** `text` without tokens, passwords and signatures, with telephone and identity card numbers masked, and without what a database refuses. */
export const scrubText = (text: string) =>
  text
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`)
    .replace(/\b(\w*(?:token|password|passwd|pwd|secret|signature))(["']?\s*[:=]\s*["']?)[^\s&"',;}]+/gi, `$1$2${hidden}`)
    .replace(/([?&](?:code|state|ticket)=)[^&\s#"']+/gi, `$1${hidden}`)
    .replace(/(?<!\d)\d{17}[\dXx](?!\w)/g, masked)
    .replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, masked)

/**
 * Reason why a person may not remove a line of the log; undefined when they may. Nobody removes what they did themselves, nor that something was
 * removed. What browsers report is no record of anybody's acts, and has no method.
 */
export function logRemovalRefusal(line: { method: string; requestUri: string; createBy: string }, username: string) {
  if (!line.method) return undefined
  if (line.createBy === username) return 'ownLine'
  return line.method === 'DELETE' && line.requestUri.startsWith('/admin/log/') ? 'removalLine' : undefined
}
