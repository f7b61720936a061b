/** An open drawer says so this often, ms. */
export const lookEveryMs = 10_000
/** Who said nothing for this long looks no more, s. */
export const lookSeconds = 30
/** How long a claim keeps others from acting, minutes. */
export const claimMinutes = 5
