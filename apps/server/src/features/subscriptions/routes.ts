import { randomBytes } from 'node:crypto'
import type { Parsed } from '@huanwei/contract/endpoint'
import {
  addSubscription,
  changeSubscription,
  listDeliveries,
  listSubscriptions,
  mostSubscriptions,
  removeSubscription,
  renewSubscriptionSecret,
  sendAgain,
} from '@huanwei/contract/subscriptions/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Changes } from '../../db/changes.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { holdRow, mustBeCurrent } from '../../db/last-change.ts'
import { mustSeeDepartment } from '../../db/scope.ts'
import { newSecret } from '../../http/open/signature.ts'
import { outsideFetch } from '../../http/outside-fetch.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Sealing } from '../../lib/sealing.ts'
import { startDeliveries } from './jobs.ts'
import {
  countSubscriptions,
  deleteSubscription,
  findDeliveries,
  findSubscriptions,
  insertSubscription,
  updateSubscription,
  updateSubscriptionSecret,
  waitAgain,
} from './queries.ts'
import { subscriptions } from './table.ts'

type Parts = { db: Database; changes: Changes; sealing: Sealing; config: Pick<Config, 'OUTGOING_PRIVATE'> }

/** Events that other systems subscribe to, and how they reach them. */
export function subscriptionRoutes(app: FastifyInstance, { db, changes, sealing, config }: Parts) {
  const isPrivate = (host: string) => config.OUTGOING_PRIVATE.includes(host)
  const deliveries = startDeliveries({ db, changes, sealing, fetch: outsideFetch(isPrivate), log: app.log })
  app.addHook('onClose', deliveries.close)

  serve(app, listSubscriptions, (_, viewer) => db.within(viewer, (tx) => findSubscriptions(tx, viewer)))

  serve(app, addSubscription, (fields, viewer) =>
    db.within(viewer, async (tx) => {
      await check(tx, viewer, fields)
      if ((await countSubscriptions(tx, viewer)) >= mostSubscriptions)
        throw conflict('subscriptions:refusal.tooMany', { most: mostSubscriptions })
      const made = { clientId: `hs${randomBytes(8).toString('hex')}`, secret: newSecret() }
      const id = await insertSubscription(tx, viewer, storedOf(fields), made, sealing)
      return { id, ...made }
    }),
  )

  serve(app, changeSubscription, ({ id, updateTime, ...fields }, viewer) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await check(tx, viewer, fields)
      await updateSubscription(tx, viewer, id, storedOf(fields))
      const [changed] = await findSubscriptions(tx, viewer, id)
      return changed!
    }),
  )

  serve(app, renewSubscriptionSecret, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      const { clientId } = await take(tx, viewer, id, updateTime)
      const secret = newSecret()
      return { secret, updateTime: await updateSubscriptionSecret(tx, viewer, id, { clientId, secret }, sealing) }
    }),
  )

  serve(app, removeSubscription, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await deleteSubscription(tx, viewer, id)
      return true
    }),
  )

  serve(app, listDeliveries, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      await mustFind(tx, viewer, id)
      return findDeliveries(tx, viewer, id)
    }),
  )

  serve(app, sendAgain, ({ id, eventIds }, viewer) =>
    db.within(viewer, async (tx) => {
      await mustFind(tx, viewer, id)
      return { count: await waitAgain(tx, viewer, id, eventIds) }
    }),
  )

  /** Refuses more than whoever saves the subscription sees, and addresses that nothing is posted to. */
  async function check(tx: Tx, viewer: Viewer, { url, deptId }: Fields) {
    const { protocol, hostname } = new URL(url)
    if (protocol !== 'https:' && !isPrivate(hostname))
      throw new Refused(400, 'subscriptions:refusal.insecure', {}, { field: 'url' })
    await mustSeeDepartment(tx, viewer, deptId)
  }
}

type Fields = Parsed<typeof addSubscription>

const storedOf = ({ deptId, ...rest }: Fields) => ({ ...rest, deptId: deptId ?? null })

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const [subscription] = await findSubscriptions(tx, viewer, id)
  if (!subscription) throw notFound()
  return subscription
}

/** The subscription as it stands, until the transaction ends. Refuses one that was changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  await holdRow(tx, subscriptions, viewer.tenantId, id)
  return mustBeCurrent(tx, viewer, await mustFind(tx, viewer, id), updateTime)
}
