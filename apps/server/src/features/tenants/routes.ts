import type { Parsed } from '@huanwei/contract/endpoint'
import { pageOf } from '@huanwei/contract/page'
import { TenantStatus } from '@huanwei/contract/tenants/codes'
import {
  addTenant,
  changeTenant,
  getTenant,
  getTenantArchive,
  getTenantArchiveUrl,
  getTenants,
  listTenants,
  removeTenant,
} from '@huanwei/contract/tenants/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { conflict, denied, notFound, Refused } from '../../http/refuse.ts'
import { BinaryReply, serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { FileAddresses } from '../files/file-addresses.ts'
import type { FileStore } from '../files/file-store.ts'
import { hashPassword } from '../session/password.ts'
import { siteOf } from '../sites/queries.ts'
import {
  findOpenTenant,
  findTakenElsewhere,
  findTenant,
  findTenants,
  holdTenants,
  markForRemoval,
  nextTenantId,
  updateTenant,
} from './management/queries.ts'
import { createTenant } from './queries.ts'
import { packArchive } from './removal/archive.ts'

type Parts = { db: Database; store: FileStore; addresses: FileAddresses }

/** Lifetime of a signed address of an archive, ms. */
const addressMs = 300_000

/** Tenants belong to no tenant: their calls run as the system and ask for `platform_admin`. Source: spec 3, section 19. */
export function tenantRoutes(app: FastifyInstance, parts: Parts) {
  const { db } = parts
  serve(app, getTenants, (_, __, request) => db.system(async (tx) => findOpenTenant(tx, (await siteOf(tx, request)).tenant.id)))
  serve(app, listTenants, (filter) =>
    db.system(async (tx) => {
      const { records, total } = await findTenants(tx, filter)
      return pageOf(records, total, filter)
    }),
  )
  serve(app, getTenant, ({ id }) => db.system((tx) => mustFind(tx, id)))
  changeRoutes(app, parts)
  archiveRoutes(app, parts)
}

function changeRoutes(app: FastifyInstance, { db }: Parts) {
  serve(app, addTenant, async ({ username, password, ...fields }) => {
    const passwordHash = await hashPassword(password)
    return db.system(async (tx) => {
      await holdTenants(tx)
      await check(tx, fields)
      const id = await nextTenantId(tx)
      await createTenant(tx, { id, ...fields, admin: { username, passwordHash }, platform: false })
      return mustFind(tx, id)
    })
  })

  serve(app, changeTenant, ({ id, updateTime, ...fields }, viewer) =>
    db.system(async (tx) => {
      await take(tx, viewer, id, updateTime)
      await check(tx, fields, id)
      const { status, startTime, endTime } = fields
      if (id === viewer.tenantId && (status === TenantStatus.frozen || startTime || endTime))
        throw conflict('tenants:refusal.own')
      await updateTenant(tx, viewer, id, fields)
      return mustFind(tx, id)
    }),
  )

  serve(app, removeTenant, ({ id, name, updateTime }, viewer) =>
    db.system(async (tx) => {
      const tenant = await take(tx, viewer, id, updateTime)
      if (id === viewer.tenantId) throw conflict('tenants:refusal.own')
      if (tenant.status !== TenantStatus.frozen) throw conflict('tenants:refusal.notFrozen')
      if (tenant.name !== name) throw new Refused(400, 'tenants:refusal.otherName', {}, { field: 'name' })
      await markForRemoval(tx, viewer, id)
      return true
    }),
  )
}

function archiveRoutes(app: FastifyInstance, { db, store, addresses }: Parts) {
  serve(app, getTenantArchiveUrl, async ({ id }) => {
    await db.system((tx) => mustFind(tx, id))
    return { url: addresses.sign(getTenantArchive.path.replace(':id', String(id)), Date.now() + addressMs) }
  })

  serve(app, getTenantArchive, async ({ id }, viewer) => {
    if (viewer && !viewer.permissions.has('platform_admin')) throw denied()
    const { code } = await db.system((tx) => mustFind(tx, id))
    return new BinaryReply(packArchive({ db, store, tenantId: id, log: app.log }), {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(code)}.zip`,
      'cache-control': 'private, no-store',
    })
  })
}

async function mustFind(tx: Tx, id: number) {
  const found = await findTenant(tx, id)
  if (!found) throw notFound()
  return found
}

/** The tenant as it stands until the transaction ends. Refuses one that was changed after `updateTime`, and one that is being removed. */
async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  await holdTenants(tx)
  const tenant = await mustBeCurrent(tx, viewer, await mustFind(tx, id), updateTime)
  if (tenant.isBeingRemoved) throw conflict('tenants:refusal.removed')
  return tenant
}

async function check(tx: Tx, fields: Omit<Parsed<typeof addTenant>, 'username' | 'password'>, id?: number) {
  const { startTime, endTime } = fields
  if (startTime && endTime && endTime <= startTime) throw new Refused(400, 'checks:spanReversed', {}, { field: 'endTime' })
  const taken = await findTakenElsewhere(tx, fields, id)
  if (taken) throw new Refused(409, `tenants:refusal.taken.${taken.field}`, { text: taken.text }, { field: taken.field })
}
