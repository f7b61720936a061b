import { randomBytes } from 'node:crypto'

/** Without I and O, which read as digits; 0 and 1 are left out too. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code nobody guesses, that a person can read out: 16 letters and digits, 80 bits. */
export const newCode = () => [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('')
