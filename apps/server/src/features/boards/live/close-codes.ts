/** Close codes of `/live/board`, beside that of who may not look: the board is another one or gone, too many, no text of a screen, a stopping server. */
export const goneClose = 4404
export const manyClose = 4429
export const garbledClose = 1007
export const goingAway = 1001
