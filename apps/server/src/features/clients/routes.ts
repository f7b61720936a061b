import { randomBytes } from 'node:crypto'
import {
  addClient,
  changeClient,
  listClients,
  listOpenCalls,
  mostClients,
  removeClient,
  renewClientSecret,
} from '@huanwei/contract/clients/endpoints'
import { openPathOf } from '@huanwei/contract/clients/rules'
import { nameOfCall, type Parsed } from '@huanwei/contract/endpoint'
import { sayKnown } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Changes } from '../../db/changes.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { holdRow, mustBeCurrent } from '../../db/last-change.ts'
import { mustSeeDepartment } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { parseRange } from '../../http/open/address-range.ts'
import { newSecret } from '../../http/open/signature.ts'
import { conflict, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Sealing } from '../../lib/sealing.ts'
import { clientAuthenticator } from './authenticate-client.ts'
import { startClientJobs } from './jobs.ts'
import { countClients, deleteClient, findClients, insertClient, updateClient, updateClientSecret } from './queries.ts'
import { clients } from './table.ts'

type Parts = { db: Database; changes: Changes; sealing: Sealing }

/** Programs that may call the open API, and how their calls are known. */
export function clientRoutes(app: FastifyInstance, parts: Parts) {
  const { db } = parts
  app.decorate('authenticateClient', clientAuthenticator(app, parts))
  app.addHook('onClose', startClientJobs(db, app.jobs))
  recordCalls(app, parts)

  serve(app, listOpenCalls, async (_, __, { headers }) => {
    const language = languageOf(headers)
    return app.endpoints
      .flatMap((call) => {
        const path = openPathOf(call)
        const permission = typeof call.access === 'object' ? call.access.permission : null
        return path
          ? [
              {
                method: call.method,
                path,
                name: sayKnown(language, `operations:${nameOfCall(call)}`) ?? nameOfCall(call),
                permission,
              },
            ]
          : []
      })
      .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  })
}

function recordCalls(app: FastifyInstance, { db, sealing }: Parts) {
  serve(app, listClients, (_, viewer) => db.within(viewer, (tx) => findClients(tx, viewer)))

  serve(app, addClient, (fields, viewer) =>
    db.within(viewer, async (tx) => {
      await check(tx, viewer, fields)
      if ((await countClients(tx, viewer)) >= mostClients) throw conflict('clients:refusal.tooMany', { most: mostClients })
      const made = { clientId: `hw${randomBytes(8).toString('hex')}`, secret: newSecret() }
      const id = await insertClient(tx, viewer, storedOf(fields), made, sealing)
      return { id, ...made }
    }),
  )

  serve(app, changeClient, ({ id, updateTime, ...fields }, viewer) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await check(tx, viewer, fields)
      await updateClient(tx, viewer, id, storedOf(fields))
      const [changed] = await findClients(tx, viewer, id)
      return changed!
    }),
  )

  serve(app, renewClientSecret, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      const { clientId, permissions } = await take(tx, viewer, id, updateTime)
      mustHold(viewer, permissions)
      const secret = newSecret()
      return { secret, updateTime: await updateClientSecret(tx, viewer, id, { clientId, secret }, sealing) }
    }),
  )

  serve(app, removeClient, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await deleteClient(tx, viewer, id)
      return true
    }),
  )
}

type Fields = Parsed<typeof addClient>

const storedOf = ({ deptId, expires, ...rest }: Fields) => ({ ...rest, deptId: deptId ?? null, expires: expires ?? null })

/** The client as it stands, until the transaction ends. Refuses one that was changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  await holdRow(tx, clients, viewer.tenantId, id)
  const [client] = await findClients(tx, viewer, id)
  return mustBeCurrent(tx, viewer, client, updateTime)
}

/** Refuses more than whoever saves the client holds and sees. */
async function check(tx: Tx, viewer: Viewer, { permissions, deptId, addressRange }: Fields) {
  mustHold(viewer, permissions)
  if (addressRange && !parseRange(addressRange))
    throw new Refused(400, 'boards:refusal.addressRange', {}, { field: 'addressRange' })
  await mustSeeDepartment(tx, viewer, deptId)
}

/** Who gives a secret away gives its permissions. */
function mustHold(viewer: Viewer, permissions: readonly string[]) {
  const held: ReadonlySet<string> = viewer.permissions
  if (!permissions.every((one) => held.has(one))) throw new Refused(403, 'clients:refusal.permissions', {}, 'access_denied')
}
