import { ObjectType } from '@huanwei/contract/objects'
import pg from 'pg'
import { z } from 'zod'

/** Every table that `changes.sql` watches, events for other systems, the authentication codes of terminals, work that was dispatched from something, the inbox of a user and a reminder to a user. */
export const changeTables = [
  'sys_tenant',
  'sys_user',
  'sys_user_role',
  'sys_role',
  'sys_role_menu',
  'sys_menu',
  'sys_dept',
  'sys_dict',
  'sys_dict_item',
  'sys_token',
  'sys_token_lock',
  'open_client',
  'outgoing_event',
  'unit_info',
  'vehicle',
  'facility',
  'area',
  'area_vehicle',
  'monitoring_rule',
  'shift',
  'calendar_day',
  'violation_event',
  'emergency',
  'device',
  'device_photo',
  'box_calibration',
  'server_alarm',
  'board_token',
  'own_board',
  'intercom_group',
  'device_code',
  'dispatched_work',
  'msg_push',
  'task_remind',
] as const
export type ChangeTable = (typeof changeTables)[number]

const id = z.int().optional()
const Change = z.object({
  table: z.enum(changeTables),
  /** Any tenant may be concerned where there is none; 0 is nobody's terminals. */
  tenantId: id,
  /** Any user of the tenant where there is none. */
  userId: id,
  /** Any row of the tenant's where there is none; of `violation_event` too, where the object says more. */
  id,
  /** Object that a violation, a picture or a terminal is on, or was; a terminal on none has an `id` alone. */
  objectType: z.enum(ObjectType).optional(),
  objectId: id,
  /** Text of a reminder. */
  text: z.string().optional(),
})
/** A change in the database, as narrow as it is known. */
export type Change = z.infer<typeof Change>

export type Changes = {
  /** Calls `listener` after each committed change of one of `tables`; and for all of them after the connection was lost, since changes may have been missed. */
  on(tables: readonly ChangeTable[], listener: (change: Change) => void): void
  close(): Promise<void>
}

const retryMs = 1000
const connectMs = 10_000

/** Ends a connection that may be broken already: then there is nothing left to end. */
const drop = (client: pg.Client) => client.end().catch(() => undefined)

/** Returns the change that a notification tells of; undefined for one that another version of the product sent. */
function parse(payload: string): Change | undefined {
  try {
    return Change.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

/** Listens to the triggers of `changes.sql`, so that every process of an installation hears what any of them wrote. */
export async function listen(url: string): Promise<Changes> {
  const listeners: { tables: readonly ChangeTable[]; listener: (change: Change) => void }[] = []
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
      const change = parse(payload)
      if (change) tell(change)
      else tellAll()
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
    if (lost) void drop(lost)
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
