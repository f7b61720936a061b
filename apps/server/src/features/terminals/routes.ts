import type { ObjectType } from '@huanwei/contract/objects'
import { pageOf } from '@huanwei/contract/page'
import {
  addDevice,
  bindDevice,
  type Device,
  getDevice,
  listDevices,
  locate,
  removeDevice,
  sendText,
} from '@huanwei/contract/terminals/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { lockObject } from '../../lib/objects.ts'
import { conflict, isTaken, notFound } from '../../lib/refuse.ts'
import { serve, type Viewer } from '../../lib/serve.ts'
import type { Ingest } from '../../live/link.ts'
import { bind, deleteDevice, findDevice, findDevices, insertDevice, lockDevice, release, terminalOn } from './queries.ts'

export function terminalRoutes(app: FastifyInstance, db: Database, ingest: Pick<Ingest, 'send'>) {
  const mustSee = (viewer: Viewer, id: number) => db.within(viewer, (tx) => mustFind(tx, viewer, id))

  serve(app, listDevices, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findDevices(tx, viewer, filter)
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getDevice, ({ id }, viewer) => mustSee(viewer, id))

  serve(app, addDevice, ({ terminalNo, protocol, objectType, objectId }, viewer) =>
    db
      .within(viewer, async (tx) => {
        await mustBeFree(tx, viewer, objectType, objectId)
        const id = await insertDevice(tx, viewer.tenantId, terminalNo.replace(/^0+(?=.)/, ''), protocol)
        await bind(tx, viewer.tenantId, { id, firstBound: null }, objectType, objectId)
        return mustFind(tx, viewer, id)
      })
      .catch((error: unknown) => {
        throw isTaken(error, 'device_terminal') ? conflict('terminalTaken') : error
      }),
  )

  serve(app, bindDevice, ({ id, objectType, objectId }, viewer) =>
    db.within(viewer, async (tx) => {
      // The object is locked before the terminal, here as when an object is removed.
      if (objectId !== null) await mustBeFree(tx, viewer, objectType, objectId, id)
      const device = await lockDevice(tx, viewer, id)
      if (!device) throw notFound()
      if (objectId === null) {
        const before = await mustFind(tx, viewer, id)
        await release(tx, viewer.tenantId, id)
        return unbound(before)
      }
      await bind(tx, viewer.tenantId, device, objectType, objectId)
      return mustFind(tx, viewer, id)
    }),
  )

  serve(app, removeDevice, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      if (!(await lockDevice(tx, viewer, id))) throw notFound()
      await deleteDevice(tx, viewer.tenantId, id)
      return true
    }),
  )

  serve(app, sendText, async ({ id, ...text }, viewer) => {
    await mustSee(viewer, id)
    return ingest.send(id, { kind: 'text', ...text })
  })

  serve(app, locate, async ({ id }, viewer) => {
    await mustSee(viewer, id)
    const outcome = await ingest.send(id, { kind: 'locate' })
    return { ...outcome, device: outcome.outcome === 'confirmed' ? await mustSee(viewer, id) : null }
  })
}

async function mustFind(tx: Tx, viewer: Viewer, id: number): Promise<Device> {
  const device = await findDevice(tx, viewer, id)
  if (!device) throw notFound()
  return device
}

/** The object is there, in scope and without another terminal than `deviceId`; held until the transaction ends. */
async function mustBeFree(tx: Tx, viewer: Viewer, objectType: ObjectType, objectId: number, deviceId?: number) {
  if (!(await lockObject(tx, viewer, objectType, objectId))) throw notFound()
  const other = await terminalOn(tx, viewer.tenantId, objectType, objectId)
  if (other && other.id !== deviceId) throw conflict('objectTaken', { what: other.terminalNo })
}

/** What is left to show of a terminal that went back to nobody: its fixes stay with the tenant, but it is not theirs any more. */
const unbound = (device: Device): Device => ({ ...device, bound: false, objectType: null, objectId: null, objectName: null })
