import { randomBytes } from 'node:crypto'

/** Letters and digits without I, O, 0 and 1, which are easily confused. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A random code that a person can read out: 16 letters and digits, 80 bits. */
export const newCode = () => [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('')
