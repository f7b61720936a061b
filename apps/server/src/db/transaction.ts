import type pg from 'pg'

/** True when the server has not answered a statement within the `query_timeout` of its pool: the connection still waits for that answer. */
export function isUnanswered(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof Error && cause.message === 'Query read timeout'
}

/**
 * One transaction on a connection of the pool: `begin` starts it, `work` fills it. Throws what `work` throws, and when nothing was committed: after a
 * failed statement whose error `work` caught, PostgreSQL answers COMMIT with ROLLBACK and no error. A lost connection is destroyed.
 */
export async function transact<T>(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let lost: Error | boolean = false
  try {
    await client.query(begin)
    const result = await work(client)
    const { command } = await client.query('commit')
    if (command !== 'COMMIT')
      throw new Error('the transaction was rolled back: a statement in it had failed and its error was caught')
    return result
  } catch (error) {
    if (isUnanswered(error)) lost = true
    else
      await client.query('rollback').catch((broken: Error) => {
        lost = broken
      })
    throw error
  } finally {
    client.release(lost)
  }
}
