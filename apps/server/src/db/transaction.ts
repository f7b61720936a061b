import type pg from 'pg'

/**
 * One transaction on a connection of the pool: `begin` starts it, `work` fills it. Throws what `work` throws, and when nothing was committed: after a
 * failed statement whose error `work` caught, PostgreSQL answers COMMIT with ROLLBACK and no error.
 */
export async function transact<T>(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let lost: Error | undefined
  try {
    await client.query(begin)
    const result = await work(client)
    const { command } = await client.query('commit')
    if (command !== 'COMMIT')
      throw new Error('the transaction was rolled back: a statement in it had failed and its error was caught')
    return result
  } catch (error) {
    await client.query('rollback').catch((broken: Error) => {
      lost = broken
    })
    throw error
  } finally {
    client.release(lost)
  }
}
