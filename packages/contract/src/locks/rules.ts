/** `data` of the 423 that a locked session gets; a demo's 423 has none. */
export const lockedData = 'locked'
