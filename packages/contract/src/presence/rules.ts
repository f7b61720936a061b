/** An open drawer says so this often, ms. */
export const lookEveryMs = 10_000
/** A viewer not heard of for this long has left, s. */
export const lookSeconds = 30
