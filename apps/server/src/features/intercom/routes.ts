import { Readable } from 'node:stream'
import { hasNamedMembers, mostGroups, temporaryHours } from '@huanwei/contract/intercom/codes'
import {
  addIntercomGroup,
  callPerson,
  changeIntercomGroup,
  getSpeechSound,
  type IntercomGroup,
  listIntercomGroups,
  listSpeeches,
  removeIntercomGroup,
  sendGroupText,
} from '@huanwei/contract/intercom/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Changes } from '../../db/changes.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { holdRow, mustBeCurrent } from '../../db/last-change.ts'
import { mayUse, mustSeeDepartment } from '../../db/scope.ts'
import { acceptInPlace } from '../../http/elsewhere/sockets.ts'
import { conflict, denied, notFound, Refused } from '../../http/refuse.ts'
import { BinaryReply, serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { type Intercom, startIntercom } from '../../intercom/intercom.ts'
import { createRateLimiter } from '../../lib/rate-limiter.ts'
import type { MediaShare } from '../../media/share.ts'
import type { TerminalLines } from '../../media/talk/terminal-lines.ts'
import type { Latest } from '../../position/latest/latest.ts'
import type { IngestCalls } from '../../position/link.ts'
import { findArea } from '../areas/queries.ts'
import { type CameraParts, camerasFor } from '../video/cameras.ts'
import { startSpeechJobs } from './jobs.ts'
import {
  countGroups,
  dispatches,
  ensurePair,
  findGroups,
  findName,
  findPeopleInSight,
  findSound,
  findSpeeches,
  type GroupRow,
  type IsInside,
  insertGroup,
  isGroup,
  markGroupRemoved,
  mayTalk,
  setMembers,
  updateGroup,
} from './queries.ts'
import { intercomGroups } from './table.ts'
import { findGroupVehicles, findVehiclesInSight } from './vehicles/queries.ts'
import { wavOf } from './wav.ts'
import { whereaboutsOf } from './whereabouts.ts'

type Parts = {
  db: Database
  changes: Changes
  latest: Pick<Latest, 'people' | 'vehicles'>
  sources: CameraParts['sources']
  media: { terminals: TerminalLines }
  share: MediaShare
  ingest: Pick<IngestCalls, 'send'>
  /** The viewers behind access tokens, by token. */
  viewersOf: Parameters<typeof startIntercom>[0]['viewersOf']
  config: { KEEP_DAYS: number }
}

/** Groups, calls and kept speeches of the intercom, and `/live/intercom`, which the voices take. */
export async function intercomRoutes(app: FastifyInstance, { latest, sources, media, share, ingest, config, ...parts }: Parts) {
  const { db } = parts
  const isInside = whereaboutsOf(latest)
  const { targetOf } = camerasFor({ db, latest, sources })
  const intercom = startIntercom({ ...parts, share, isInside, targetOf, terminals: media.terminals, log: app.log })
  await intercom.recover()
  app.get(
    '/live/intercom',
    { websocket: true },
    acceptInPlace(share.places, (socket, { ip }) => intercom.accept(socket, ip)),
  )
  app.addHook('preClose', intercom.close)
  app.addHook('onClose', startSpeechJobs({ db, isInside, intercom, keepDays: config.KEEP_DAYS, jobs: app.jobs }))
  groupRoutes(app, { db, isInside, intercom })
  textRoute(app, { db, isInside, targetOf, ingest })
  speechRoutes(app, { db, isInside })
}

type Inside = { db: Database; isInside: IsInside }

function groupRoutes(app: FastifyInstance, { db, isInside, intercom }: Inside & { intercom: Pick<Intercom, 'ring'> }) {
  serve(app, listIntercomGroups, async (_, viewer) => {
    const groups = await db.within(viewer, (tx) => findGroups(tx, viewer, isInside))
    return groups.map((group) => shown(group, viewer))
  })

  serve(app, addIntercomGroup, ({ kind, name, deptId, areaId, userIds, vehicleIds, isBroadcast }, viewer) =>
    db.within(viewer, async (tx) => {
      if (kind !== 'temporary' && !viewer.permissions.has(dispatches)) throw denied()
      if ((await countGroups(tx, viewer)) >= mostGroups) throw conflict('intercom:refusal.tooManyGroups', { most: mostGroups })
      if (kind === 'area' && !(await findArea(tx, viewer, areaId!))) throw notFound()
      const isTemporary = kind === 'temporary'
      if (!isTemporary) await mustSeeDepartment(tx, viewer, deptId)
      const people = hasNamedMembers(kind) ? await mustSee(tx, viewer, userIds) : []
      const cabs = hasNamedMembers(kind) ? await mustCommand(tx, viewer, vehicleIds) : []
      const id = await insertGroup(tx, viewer, {
        kind,
        name,
        deptId: isTemporary ? viewer.deptId : deptId!,
        areaId: kind === 'area' ? areaId : undefined,
        isBroadcast,
        hours: isTemporary ? temporaryHours : undefined,
      })
      const named = isTemporary ? [...new Set([viewer.userId, ...people])] : people
      await setMembers(tx, viewer, id, { userIds: named, vehicleIds: cabs })
      return { id }
    }),
  )

  serve(app, changeIntercomGroup, ({ id, name, userIds, vehicleIds, isBroadcast, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      const group = await take(tx, viewer, id, updateTime)
      if (hasNamedMembers(group.kind)) {
        await mustSee(tx, viewer, without(userIds, group.userIds))
        await mustCommand(tx, viewer, without(vehicleIds, group.vehicleIds))
        await setMembers(tx, viewer, id, { userIds: [...new Set(userIds)], vehicleIds: [...new Set(vehicleIds)] })
      }
      await updateGroup(tx, viewer, id, { name, isBroadcast })
      const [changed] = await findGroups(tx, viewer, isInside, isGroup(id))
      // Whoever takes themselves out sees it no more.
      return shown({ ...group, name, userIds, vehicleIds, isBroadcast, ...changed }, viewer)
    }),
  )

  serve(app, removeIntercomGroup, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      await take(tx, viewer, id, updateTime)
      await markGroupRemoved(tx, viewer, id)
      return true
    }),
  )

  serve(app, callPerson, async ({ userId }, viewer) => {
    const called = await db.within(viewer, async (tx) => {
      if (userId === viewer.userId) throw notFound()
      await mustSee(tx, viewer, [userId])
      if (!(await mayTalk(tx, viewer.tenantId, userId))) throw conflict('intercom:refusal.noTalker')
      return { groupId: await ensurePair(tx, viewer, userId), by: await findName(tx, viewer) }
    })
    return { groupId: called.groupId, isThere: await intercom.ring(viewer.tenantId, userId, called) }
  })

  /** A group that the viewer may change, as it stands until the transaction ends. */
  async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
    await holdRow(tx, intercomGroups, viewer.tenantId, id)
    const [group] = await findGroups(tx, viewer, isInside, isGroup(id))
    if (!group || !mayChange(group, viewer)) throw notFound()
    return mustBeCurrent(tx, viewer, group, updateTime)
  }
}

/** Texts to the vehicles of groups, of one account. */
const texts = { burst: 5, perSecond: 0.2 }

type TextParts = Inside & Pick<ReturnType<typeof camerasFor>, 'targetOf'> & Pick<Parts, 'ingest'>

function textRoute(app: FastifyInstance, { db, isInside, targetOf, ingest }: TextParts) {
  const maySend = createRateLimiter(texts)
  serve(app, sendGroupText, async ({ groupId, text }, viewer) => {
    const { tenantId, userId } = viewer
    const vehicles = await db.within(viewer, async (tx) => {
      const [group] = await findGroups(tx, viewer, isInside, isGroup(groupId))
      if (!group) throw notFound()
      const seen = await findVehiclesInSight(tx, viewer, group.vehicleIds)
      const known = await findGroupVehicles(tx, tenantId, groupId)
      return (known?.vehicles ?? []).filter(({ vehicleId }) => seen.some(({ id }) => id === vehicleId))
    })
    if (!maySend(`${tenantId} ${userId}`, Date.now())) throw new Refused(429, 'common:error.429')
    return Promise.all(
      vehicles.map(async (vehicle) => {
        const target = await targetOf(tenantId, vehicle.vehicleId)
        if (!target) return { ...vehicle, outcome: 'noTerminal' as const }
        const { outcome } = await ingest.send(target.deviceId, { kind: 'text', text, urgent: false, display: true, speak: true })
        return { ...vehicle, outcome }
      }),
    )
  })
}

function speechRoutes(app: FastifyInstance, { db, isInside }: Inside) {
  /** Groups of areas that somebody is in. */
  const seen = async (tx: Tx, viewer: Viewer) =>
    (await findGroups(tx, viewer, isInside)).flatMap(({ id, kind }) => (kind === 'area' ? id : []))

  serve(app, listSpeeches, (asked, viewer) =>
    db.within(viewer, async (tx) => findSpeeches(tx, viewer, await seen(tx, viewer), asked)),
  )

  serve(app, getSpeechSound, async ({ id }, viewer) => {
    const sound = await db.within(viewer, async (tx) => {
      const [speech] = await findSpeeches(tx, viewer, await seen(tx, viewer), { id })
      if (!speech) throw notFound()
      if (speech.endReason === null) throw conflict('intercom:refusal.stillSpoken')
      return findSound(tx, viewer.tenantId, id)
    })
    const file = wavOf(sound)
    return new BinaryReply(Readable.from([file]), { 'content-type': 'audio/wav', 'content-length': file.length })
  })
}

/** Temporary groups are changed by who made them; the others by dispatchers of their department. */
function mayChange({ kind, createBy, deptId }: GroupRow, viewer: Viewer) {
  if (kind === 'pair' || kind === 'emergency') return false
  if (kind === 'temporary' && createBy === viewer.userId) return true
  return viewer.permissions.has(dispatches) && deptId !== null && mayUse(viewer, deptId)
}

function shown(group: GroupRow, viewer: Viewer): IntercomGroup {
  const { createBy, updateBy, shape, isSure, ...fields } = group
  return { ...fields, mayChange: mayChange(group, viewer) }
}

/** Refuses with 404 people out of sight. */
async function mustSee(tx: Tx, viewer: Viewer, userIds: readonly number[]) {
  const wanted = [...new Set(userIds)]
  const seen = await findPeopleInSight(tx, viewer, wanted)
  if (seen.length < wanted.length) throw notFound()
  return wanted
}

/** Refuses with 403 vehicles from who may not command terminals, with 404 those out of sight. */
async function mustCommand(tx: Tx, viewer: Viewer, vehicleIds: readonly number[]) {
  const wanted = [...new Set(vehicleIds)]
  if (!wanted.length) return wanted
  if (!viewer.permissions.has('admin_device_command')) throw denied()
  const seen = await findVehiclesInSight(tx, viewer, wanted)
  if (seen.length < wanted.length) throw notFound()
  return wanted
}

const without = (ids: readonly number[], known: readonly number[]) => ids.filter((id) => !known.includes(id))
