import { useTick } from '../../../lib/tick.ts'

/** Number of the turn of things that each stand for so many seconds. */
export const useTurn = (seconds: number) => Math.floor(useTick() / 1000 / seconds)
