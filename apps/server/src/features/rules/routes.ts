import type { Parsed } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import * as calls from '@huanwei/contract/rules/endpoints'
import { tryFacilityRule, tryPersonRule, tryVehicleRule } from '@huanwei/contract/tryouts/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { objectsInScope } from '../../lib/objects.ts'
import { denied, notFound, Refused } from '../../lib/refuse.ts'
import { serve, type Viewer } from '../../lib/serve.ts'
import { createTryouts } from '../../live/tryouts.ts'
import { findArea } from '../areas/queries.ts'
import { holdShifts } from '../shifts/queries.ts'
import {
  deleteRule,
  findInForce,
  findNoJudges,
  findNoRoute,
  findRules,
  insertRule,
  isForAll,
  lockRule,
  type Named,
  namedBy,
  type Rule,
  reachesOnlyTheirs,
  seen,
  theirs,
  updateRule,
} from './queries.ts'

/** The calls of each kind of object. */
const kinds = [
  {
    ...{ objectType: ObjectType.person, list: calls.listPersonRules, add: calls.addPersonRule },
    ...{ change: calls.changePersonRule, remove: calls.removePersonRule, tryOut: tryPersonRule },
  },
  {
    ...{ objectType: ObjectType.vehicle, list: calls.listVehicleRules, add: calls.addVehicleRule },
    ...{ change: calls.changeVehicleRule, remove: calls.removeVehicleRule, tryOut: tryVehicleRule },
  },
  {
    ...{ objectType: ObjectType.facility, list: calls.listFacilityRules, add: calls.addFacilityRule },
    ...{ change: calls.changeFacilityRule, remove: calls.removeFacilityRule, tryOut: tryFacilityRule },
  },
]

/** `sendsTexts`: whether a service for short messages is set up. */
export function ruleRoutes(app: FastifyInstance, db: Database, { sendsTexts }: { sendsTexts: boolean }) {
  const tryInThread = createTryouts(db.url)
  const mustSend = (rule: Told, before: Told) => {
    if (rule.sms && !before.sms && !sendsTexts) throw new Refused(400, 'noTexts', {}, { field: 'sms' })
  }
  serve(app, calls.getRulesUsing, (use, viewer) => db.within(viewer, (tx) => findUsing(tx, viewer, use)))

  for (const { objectType, list, add, change, remove, tryOut } of kinds) {
    serve(app, list, (filter, viewer) => db.within(viewer, (tx) => findRules(tx, viewer, objectType, filter)))

    serve(app, add, (fields, viewer) =>
      db.within(viewer, async (tx) => {
        const rule = { ...fields, objectType }
        await mustBeTheirs(tx, viewer, rule, nothing)
        mustSend(rule, toNobody)
        await mustReach(tx, viewer, rule, toNobody)
        return insertRule(tx, viewer.tenantId, rule)
      }),
    )

    serve(app, change, ({ id, ...fields }, viewer) =>
      db.within(viewer, async (tx) => {
        const locked = await mustLock(tx, viewer, objectType, id)
        const rule = { ...fields, objectType, enabled: fields.enabled ?? locked.enabled }
        await mustBeTheirs(tx, viewer, rule, namedBy(locked))
        mustSend(rule, locked)
        await mustReach(tx, viewer, rule, locked)
        return updateRule(tx, viewer, locked, rule)
      }),
    )

    serve(app, remove, ({ id }, viewer) =>
      db.within(viewer, async (tx) => {
        await mustLock(tx, viewer, objectType, id)
        await deleteRule(tx, viewer, id)
        return true
      }),
    )

    serve(app, tryOut, async (fields, viewer, { raw }) => {
      const rule = { ...fields, objectType }
      await db.within(viewer, (tx) => mustBeTheirs(tx, viewer, rule, nothing))
      return tryInThread(viewer, rule, raw.socket)
    })
  }
}

/** Those in force that use all of this, and how many the viewer does not see. */
async function findUsing(tx: Tx, viewer: Viewer, use: Parsed<typeof calls.getRulesUsing>) {
  if (use.areaId !== undefined && !(await findArea(tx, viewer, use.areaId))) throw notFound()
  const found: Rule[] = []
  let all = 0
  for (const some of (await findInForce(tx, viewer.tenantId, use)).values()) {
    all += some.length
    found.push(...(await seen(tx, viewer, some)))
  }
  return { rules: found, others: all - found.length }
}

const nothing: Named = { objectIds: [], deptIds: [], areaIds: [] }

/** The rule, locked. 404 when the viewer does not see it, 403 when it reaches beyond their scope. */
async function mustLock(tx: Tx, viewer: Viewer, objectType: ObjectType, id: number): Promise<Rule> {
  const rule = await lockRule(tx, viewer, objectType, id)
  const [shown] = rule ? await seen(tx, viewer, [rule]) : []
  if (!rule || !shown) throw notFound()
  if (viewer.departments === null) return rule
  const named = namedBy(rule)
  const mine = await theirs(tx, viewer, objectType, named)
  if (isForAll(named) || !isAll(named, mine) || !(await reachesOnlyTheirs(tx, viewer, named.deptIds))) throw denied()
  return rule
}

type Owned = Awaited<ReturnType<typeof theirs>>

const isAll = ({ objectIds, deptIds, areaIds }: Named, mine: Owned) =>
  objectIds.every((id) => mine.objectIds.has(id)) &&
  deptIds.every((id) => mine.deptIds.has(id)) &&
  areaIds.every((id) => mine.areaIds.has(id))

type Entered = Pick<Rule, 'objectType' | 'condition' | 'objectIds' | 'deptIds' | 'shiftIds'>

/** 404 for what is not theirs, save what the rule named `before`; 403 for a rule that would reach beyond the viewer's scope; 400 for areas of another kind than it needs. */
async function mustBeTheirs(tx: Tx, viewer: Viewer, rule: Entered, before: Named) {
  const named = namedBy(rule)
  const added = {
    objectIds: without(named.objectIds, before.objectIds),
    deptIds: without(named.deptIds, before.deptIds),
    areaIds: without(named.areaIds, before.areaIds),
  }
  if (!isAll(added, await theirs(tx, viewer, rule.objectType, added))) throw notFound()
  const shiftIds = await holdShifts(tx, viewer.tenantId, rule.shiftIds)
  if (!rule.shiftIds.every((id) => shiftIds.has(id))) throw notFound()
  if (viewer.departments !== null && (isForAll(named) || !(await reachesOnlyTheirs(tx, viewer, named.deptIds)))) throw denied()
  const noRoute = rule.condition.kind === 'offRoute' && (await findNoRoute(tx, viewer.tenantId, named.areaIds))
  if (noRoute) throw new Refused(400, 'areaNoRoute', { what: noRoute.name }, { field: 'areaIds' })
}

type Told = Pick<Rule, 'recipientIds' | 'sms'>
const toNobody: Told = { recipientIds: [], sms: false }

/** Of those it is to tell, save those it told `before`: 404 for whom the viewer does not see, 400 for who may not judge. */
async function mustReach(tx: Tx, viewer: Viewer, rule: Told, before: Told) {
  const added = without(rule.recipientIds, before.recipientIds)
  const seen = await objectsInScope(tx, viewer, ObjectType.person, added)
  if (!added.every((id) => seen.has(id))) throw notFound()
  const [nobody] = await findNoJudges(tx, viewer.tenantId, added)
  if (nobody) throw new Refused(400, 'mayNotJudge', { what: nobody.name }, { field: 'recipientIds' })
}

function without(ids: readonly number[], known: readonly number[]) {
  const old = new Set(known)
  return ids.filter((id) => !old.has(id))
}
