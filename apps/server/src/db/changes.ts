import pg from 'pg'

/** What changed: a table, or one person's inbox; with what is to be said to them. */
export type Change = { table: string; tenantId?: number; userId?: number; text?: string }

export type Changes = {
  /** Calls `listener` after each committed change of one of `tables`; and for all of them after the connection was lost, since changes may have been missed. */
  on(tables: string[], listener: (change: Change) => void): void
  close(): Promise<void>
}

const retryMs = 1000
const connectMs = 10_000

/** Ends a connection that may be broken already: then there is nothing left to end. */
const drop = (client: pg.Client) => client.end().catch(() => undefined)

/** Listens to the triggers of `guard.sql`, so that every process of an installation hears what any of them wrote. */
export async function listen(url: string): Promise<Changes> {
  const listeners: { tables: string[]; listener: (change: Change) => void }[] = []
  let closed = false
  const tell = (change: Change) => {
    for (const { tables, listener } of listeners) if (tables.includes(change.table)) listener(change)
  }
  const tellAll = () => {
    if (closed) return
    for (const { tables, listener } of listeners) for (const table of tables) listener({ table })
  }
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  const open = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: connectMs })
    next.on('notification', ({ payload = '' }) => {
      const [table = '', tenantId, userId, ...text] = payload.split(':')
      tell({
        table,
        ...(tenantId && { tenantId: Number(tenantId), userId: Number(userId) }),
        ...(text.length > 0 && { text: text.join(':') }),
      })
    })
    let broken: Error | undefined
    // A lost connection may say so more than once.
    next.on('error', (error) => {
      broken = error
      if (client === next) again()
    })
    try {
      await next.connect()
      await next.query('listen changed')
      if (broken) throw broken
    } catch (error) {
      await drop(next)
      throw error
    }
    if (closed) return drop(next)
    client = next
  }
  const again = () => {
    const lost = client
    client = undefined
    if (lost) drop(lost)
    if (closed || retry) return
    retry = setTimeout(async () => {
      retry = undefined
      await open().then(tellAll, again)
    }, retryMs)
  }

  await open()
  return {
    on: (tables, listener) => {
      listeners.push({ tables, listener })
    },
    close: async () => {
      closed = true
      clearTimeout(retry)
      if (client) await drop(client)
    },
  }
}
