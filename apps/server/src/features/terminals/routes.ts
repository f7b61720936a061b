import type { Parsed } from '@huanwei/contract/endpoint'
import type { ObjectType } from '@huanwei/contract/objects'
import { pageOf } from '@huanwei/contract/page'
import { ConnectionEnd } from '@huanwei/contract/terminals/codes'
import {
  addTerminal,
  bindTerminal,
  getTerminal,
  listConnections,
  listPhotos,
  listTerminals,
  locate,
  queryAttributes,
  queryParameters,
  queryVideoAttributes,
  removeTerminal,
  sendText,
  setParameters,
  type Terminal,
  type TerminalConnection,
  takePhoto,
} from '@huanwei/contract/terminals/endpoints'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { VideoAttributes } from '@huanwei/terminal/messages/video'
import { pictureName } from '@huanwei/terminal/pictures/picture-names'
import { soundName } from '@huanwei/terminal/pictures/sound-names'
import { terminalKey } from '@huanwei/terminal/wire/header'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { conflict, isUniqueViolation, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { NameOfPlace } from '../../lib/place-names.ts'
import { createRateLimiter } from '../../lib/rate-limiter.ts'
import type { Ingest } from '../../position/link.ts'
import { lockObject } from '../objects/queries.ts'
import { type LiveObjects, terminalsNow } from './heard-now.ts'
import {
  bindToObject,
  deleteTerminal,
  findConnections,
  findPhotos,
  findTerminal,
  findTerminals,
  insertTerminal,
  isTerminalSeen,
  lockTerminal,
  releaseTerminal,
  terminalOn,
} from './queries.ts'
import { askVideoAttributes, learnCameras } from './video-attributes.ts'

/** Numbers that one organisation enters: these at once, then one in ten seconds, so that nobody tries out which ones others have. */
const entries = { burst: 300, perSecond: 0.1 }

type Sending = Pick<Ingest, 'send'>

type Parts = { db: Database; latest: LiveObjects; ingest: Sending; nameOfPlace: NameOfPlace }

export function terminalRoutes(app: FastifyInstance, parts: Parts) {
  const { db, ingest } = parts
  recordRoutes(app, parts)
  commandRoutes(app, db, ingest)
  pastRoutes(app, db)
}

/** The organisation's terminals and their bindings. */
function recordRoutes(app: FastifyInstance, { db, latest, ingest, nameOfPlace }: Parts) {
  const mayEnter = createRateLimiter(entries)
  const placed = (row: Terminal) => ({
    ...row,
    address: row.lng === null || row.lat === null ? null : nameOfPlace(row.lng, row.lat),
  })

  serve(app, listTerminals, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const ids = terminalsNow(latest, viewer.tenantId, filter, Date.now())
      const { records, total } = await findTerminals(tx, viewer, { ...filter, ids })
      return pageOf(records.map(placed), total, filter)
    }),
  )

  serve(app, getTerminal, ({ id }, viewer) => db.within(viewer, (tx) => mustFind(tx, viewer, id)))

  serve(app, addTerminal, async ({ terminalNo, ...rest }, viewer) => {
    if (!mayEnter(String(viewer.tenantId), Date.now())) throw new Refused(429, 'common:error.429')
    return enterTerminal(db, viewer, { terminalNo: terminalKey({ terminalNo }), ...rest })
  })

  serve(app, bindTerminal, async ({ id, objectType, objectId, updateTime }, viewer) => {
    const bound = await db.within(viewer, async (tx) => {
      // The object is locked before the terminal, here as when an object is removed.
      if (objectId !== null) await mustBeFree(tx, viewer, objectType, objectId, id)
      const terminal = await mustBeCurrent(tx, viewer, await lockTerminal(tx, viewer, id), updateTime)
      if (objectId === null) {
        const before = await mustFind(tx, viewer, id)
        await releaseTerminal(tx, viewer.tenantId, id)
        return unbound(before)
      }
      await bindToObject(tx, viewer, terminal, objectType, objectId)
      return mustFind(tx, viewer, id)
    })
    learnCameras({ db, ingest }, viewer.tenantId, bound).catch((error) => app.log.error({ error }, 'cameras could not be learnt'))
    return bound
  })

  serve(app, removeTerminal, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      await mustBeCurrent(tx, viewer, await lockTerminal(tx, viewer, id), updateTime)
      await deleteTerminal(tx, viewer.tenantId, id)
      return true
    }),
  )
}

/** Commands to a terminal. */
function commandRoutes(app: FastifyInstance, db: Database, ingest: Sending) {
  const mustSee = (viewer: Viewer, id: number) => db.within(viewer, (tx) => mustFind(tx, viewer, id))

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

  serve(app, queryVideoAttributes, async ({ id }, viewer) => {
    const terminal = await mustSee(viewer, id)
    const { attributes, ...outcome } = await askVideoAttributes({ db, ingest }, viewer.tenantId, terminal)
    return { ...outcome, attributes: attributes && named(attributes) }
  })

  serve(app, takePhoto, async ({ id, channel }, viewer) => {
    const { bound } = await mustSee(viewer, id)
    if (!bound) throw conflict('terminals:refusal.unbound')
    return ingest.send(id, { kind: 'takePhoto', channel })
  })
}

const named = ({ soundCodec, pictureCodec, ...rest }: VideoAttributes) => ({
  ...rest,
  soundCodec: soundName(soundCodec),
  pictureCodec: pictureName(pictureCodec),
})

/** Photos and connections of a terminal. */
function pastRoutes(app: FastifyInstance, db: Database) {
  serve(app, listPhotos, ({ id, ...wanted }, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findPhotos(tx, viewer.tenantId, await mustFind(tx, viewer, id), wanted)
      return pageOf(records, total, wanted)
    }),
  )

  serve(app, listConnections, ({ id, ...wanted }, viewer) =>
    db.within(viewer, async (tx) => {
      const terminal = await mustFind(tx, viewer, id)
      const { records, total } = await findConnections(tx, viewer.tenantId, terminal, wanted)
      // The connection broke off with the platform, so its end was not recorded, and the terminal has not come back.
      const ended = (one: TerminalConnection) => (one.ended || terminal.online ? one : { ...one, reason: ConnectionEnd.unknown })
      return pageOf(records.map(ended), total, wanted)
    }),
  )
}

/** Adds a terminal on an object. A number that is taken is said to exist only where the viewer sees the terminal. Record: docs/decisions/0021. */
async function enterTerminal(
  db: Database,
  viewer: Viewer,
  { terminalNo, protocol, objectType, objectId }: Parsed<typeof addTerminal>,
) {
  const adding = db.within(viewer, async (tx) => {
    await mustBeFree(tx, viewer, objectType, objectId)
    const id = await insertTerminal(tx, viewer.tenantId, terminalNo, protocol)
    await bindToObject(tx, viewer, { id, firstBound: null }, objectType, objectId)
    return mustFind(tx, viewer, id)
  })
  return adding.catch(async (error: unknown) => {
    if (!isUniqueViolation(error, 'device_terminal')) throw error
    const isSeen = await db.within(viewer, (tx) => isTerminalSeen(tx, viewer, terminalNo))
    throw conflict(isSeen ? 'terminals:refusal.taken' : 'terminals:refusal.notAvailable')
  })
}

async function mustFind(tx: Tx, viewer: Viewer, id: number): Promise<Terminal> {
  const terminal = await findTerminal(tx, viewer, id)
  if (!terminal) throw notFound()
  return terminal
}

/** The object is there, in scope and without another terminal than `deviceId`; held until the transaction ends. */
async function mustBeFree(tx: Tx, viewer: Viewer, objectType: ObjectType, objectId: number, deviceId?: number) {
  if (!(await lockObject(tx, viewer, objectType, objectId))) throw notFound()
  const other = await terminalOn(tx, viewer.tenantId, objectType, objectId)
  if (other && other.id !== deviceId) throw conflict('terminals:refusal.objectTaken', { what: other.terminalNo })
}

/** View of a terminal that is no longer the tenant's: its stored positions stay with the tenant. */
const unbound = (terminal: Terminal): Terminal => ({
  ...terminal,
  bound: false,
  objectType: null,
  objectId: null,
  objectName: null,
})
