import type { ObjectType } from '@huanwei/contract/objects'
import { pageOf } from '@huanwei/contract/page'
import { ConnectionEnd } from '@huanwei/contract/terminals/codes'
import {
  addDevice,
  bindDevice,
  type Device,
  type DeviceConnection,
  getDevice,
  listConnections,
  listDevices,
  listPhotos,
  locate,
  queryAttributes,
  queryParameters,
  removeDevice,
  sendText,
  setParameters,
  takePhoto,
} from '@huanwei/contract/terminals/endpoints'
import { MessageId } from '@huanwei/terminal/ids'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { lockObject } from '../../lib/objects.ts'
import { conflict, isTaken, notFound } from '../../lib/refuse.ts'
import { serve, type Viewer } from '../../lib/serve.ts'
import type { Ingest } from '../../live/link.ts'
import {
  bind,
  deleteDevice,
  findConnections,
  findDevice,
  findDevices,
  findPhotos,
  insertDevice,
  lockDevice,
  release,
  terminalOn,
} from './queries.ts'

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

  serve(app, queryParameters, async ({ id }, viewer) => {
    await mustSee(viewer, id)
    const { message, ...outcome } = await ingest.send(id, { kind: 'queryParameters' })
    return { ...outcome, parameters: message?.id === MessageId.parameters ? message.parameters : null }
  })

  serve(app, setParameters, async ({ id, parameters }, viewer) => {
    await mustSee(viewer, id)
    return ingest.send(id, { kind: 'setParameters', parameters })
  })

  serve(app, queryAttributes, async ({ id }, viewer) => {
    await mustSee(viewer, id)
    const { message, ...outcome } = await ingest.send(id, { kind: 'queryAttributes' })
    return { ...outcome, attributes: message?.id === MessageId.attributes ? message : null }
  })

  serve(app, takePhoto, async ({ id, channel }, viewer) => {
    const { bound } = await mustSee(viewer, id)
    if (!bound) throw conflict('terminalUnbound')
    return ingest.send(id, { kind: 'takePhoto', channel })
  })

  serve(app, listPhotos, ({ id, ...wanted }, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findPhotos(tx, viewer.tenantId, await mustFind(tx, viewer, id), wanted)
      return pageOf(records, total, wanted)
    }),
  )

  serve(app, listConnections, ({ id, ...wanted }, viewer) =>
    db.within(viewer, async (tx) => {
      const device = await mustFind(tx, viewer, id)
      const { records, total } = await findConnections(tx, viewer.tenantId, device, wanted)
      // Nobody noted the end of what was broken off with the platform, and the terminal has not come back.
      const ended = (one: DeviceConnection) => (one.ended || device.online ? one : { ...one, reason: ConnectionEnd.unknown })
      return pageOf(records.map(ended), total, wanted)
    }),
  )
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
