import type { Logger } from 'pino'

/** What the stages of a position's way write to: structured, one event a line. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
