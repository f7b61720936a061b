import type { Logger } from 'pino'

/** Logger of the position stages: structured, one event a line. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & Partial<Pick<Logger, 'isLevelEnabled'>>
