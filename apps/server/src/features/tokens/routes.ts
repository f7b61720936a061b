import { randomBytes } from 'node:crypto'
import { pageOf } from '@huanwei/contract/page'
import { endToken, issueTemporaryToken, listTokens, registerToken } from '@huanwei/contract/tokens/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { hashToken } from '../session/authenticate.ts'
import { endSessions, holdUser, loadViewer } from '../session/queries.ts'
import { addOpenToken, addTemporaryToken, findLogIns, findOwner, takeTemporaryToken } from './queries.ts'

const badTempToken = () => new Refused(400, 'tokens:refusal.tempToken')

export function tokenRoutes(app: FastifyInstance, db: Database) {
  serve(app, listTokens, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findLogIns(tx, viewer, filter)
      return pageOf(records, total, filter)
    }),
  )

  serve(app, endToken, async ({ token }, viewer) => {
    const ended = await db.within(viewer, async (tx) => {
      const owner = await findOwner(tx, viewer, token)
      if (!owner || !(await endSessions(tx, owner, { family: token }))) throw notFound()
      return owner
    })
    app.forgetViewersOf(ended)
    return true
  })

  serve(app, issueTemporaryToken, async (_, viewer) => {
    // Names the log-in it comes from, and is as hard to guess as any token.
    const tempToken = `${viewer.family}.${randomBytes(32).toString('base64url')}`
    await db.within(viewer, (tx) => addTemporaryToken(tx, viewer, hashToken(tempToken)))
    return { tempToken }
  })

  serve(app, registerToken, async ({ tempToken, tenantId, accountId, username }, _, request) => {
    const taken = await db.system((tx) => takeTemporaryToken(tx, hashToken(tempToken)))
    if (taken?.tenantId !== tenantId || taken.userId !== accountId) throw badTempToken()
    const [family = ''] = tempToken.split('.')
    const access = randomBytes(32).toString('base64url')
    await db.system(async (tx) => {
      await holdUser(tx, taken)
      const viewer = (await loadViewer(tx, tenantId, accountId, family))?.viewer
      if (viewer?.username !== username || viewer.isLocked) throw badTempToken()
      const { ip: address, headers } = request
      const userAgent = (headers['user-agent'] ?? '').slice(0, 300)
      const token = { tenantId, userId: accountId, family, accessHash: hashToken(access), address, userAgent }
      if (!(await addOpenToken(tx, token))) throw badTempToken()
    })
    return access
  })
}
