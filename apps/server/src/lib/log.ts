import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * The log of one thread of this process: a JSON object a line on the standard output. `error` is written with its message and stack, without the values of
 * a failed statement.
 */
export const createLog = (level: string, thread: string, destination?: DestinationStream): Logger =>
  pino({ level, base: { thread }, serializers: { error: describeError } }, destination)

/** An error for the log: its message, code and stack, without the parameter values of a failed statement. */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  // The message and stack of a failed statement contain its values; its cause is the error of the database.
  const isStatement = 'query' in error && 'params' in error
  const logged = isStatement && error.cause instanceof Error ? error.cause : error
  return {
    type: logged.name,
    message: isStatement && logged === error ? 'a statement failed' : logged.message,
    ...('code' in logged && { code: logged.code }),
    ...(isStatement && { statement: error.query }),
    at: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)),
  }
}
