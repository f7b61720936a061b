import type { Parsed } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import * as calls from '@huanwei/contract/rules/endpoints'
import { tryFacilityRule, tryPersonRule, tryVehicleRule } from '@huanwei/contract/tryouts/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { denied, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { createTryouts } from '../../position/judge/tryout/tryouts.ts'
import { findArea } from '../areas/queries.ts'
import { objectsInScope } from '../objects/queries.ts'
import { holdShifts } from '../shifts/queries.ts'
import { isUsedByPlansBeyond } from '../work/queries.ts'
import {
  deleteRule,
  findNoJudges,
  findNoRoute,
  findRules,
  findRulesInForce,
  findWithoutArea,
  insertRule,
  isAll,
  isForAll,
  isUsedBeyond,
  lockRule,
  type Named,
  namedBy,
  type Rule,
  reachesBeyond,
  reachesOnlyTheirs,
  seen,
  theirs,
  updateRule,
} from './queries.ts'

/** The calls of each kind of object. */
const kinds = [
  {
    objectType: ObjectType.person,
    list: calls.listPersonRules,
    add: calls.addPersonRule,
    change: calls.changePersonRule,
    remove: calls.removePersonRule,
    tryOut: tryPersonRule,
  },
  {
    objectType: ObjectType.vehicle,
    list: calls.listVehicleRules,
    add: calls.addVehicleRule,
    change: calls.changeVehicleRule,
    remove: calls.removeVehicleRule,
    tryOut: tryVehicleRule,
  },
  {
    objectType: ObjectType.facility,
    list: calls.listFacilityRules,
    add: calls.addFacilityRule,
    change: calls.changeFacilityRule,
    remove: calls.removeFacilityRule,
    tryOut: tryFacilityRule,
  },
]

/** `sendsTexts`: whether a service for short messages is set up. */
export function ruleRoutes(app: FastifyInstance, db: Database, { sendsTexts }: { sendsTexts: boolean }) {
  const tryInThread = createTryouts(db.addresses)
  const mustSend = (rule: Recipients, before: Recipients) => {
    if (rule.sms && !before.sms && !sendsTexts) throw new Refused(400, 'sms:refusal.noTexts', {}, { field: 'sms' })
  }
  serve(app, calls.getObjectsWithoutArea, (watched, viewer) => db.within(viewer, (tx) => findWithoutArea(tx, viewer, watched)))

  serve(app, calls.getRulesUsing, (use, viewer) => db.within(viewer, (tx) => findUsing(tx, viewer, use)))

  for (const { objectType, list, add, change, remove, tryOut } of kinds) {
    serve(app, list, (filter, viewer) => db.within(viewer, (tx) => findRules(tx, viewer, objectType, filter)))

    serve(app, add, (fields, viewer) =>
      db.within(viewer, async (tx) => {
        const rule = { ...fields, objectType }
        await mustBeTheirs(tx, viewer, rule, nothing)
        mustSend(rule, noRecipients)
        await mustReach(tx, viewer, rule, noRecipients)
        return insertRule(tx, viewer, rule)
      }),
    )

    serve(app, change, ({ id, updateTime, ...fields }, viewer) =>
      db.within(viewer, async (tx) => {
        const { locked, shown } = await mustLock(tx, viewer, objectType, { id, updateTime })
        // Recipients whom the viewer does not see stay.
        const recipientIds = [
          ...fields.recipientIds,
          ...without(locked.recipientIds, [...shown.recipientIds, ...fields.recipientIds]),
        ]
        const rule = { ...fields, objectType, recipientIds, enabled: fields.enabled ?? locked.enabled }
        await mustBeTheirs(tx, viewer, rule, namedBy(locked))
        mustSend(rule, locked)
        await mustReach(tx, viewer, rule, locked)
        const [changed] = await seen(tx, viewer, [await updateRule(tx, viewer, locked, rule)])
        if (!changed) throw notFound()
        return changed
      }),
    )

    serve(app, remove, ({ id, updateTime }, viewer) =>
      db.within(viewer, async (tx) => {
        await mustLock(tx, viewer, objectType, { id, updateTime })
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

/** Rules in force that use all of this, and the number of those that the viewer does not see. */
async function findUsing(tx: Tx, viewer: Viewer, use: Parsed<typeof calls.getRulesUsing>) {
  const area = use.areaId === undefined ? undefined : await findArea(tx, viewer, use.areaId)
  if (use.areaId !== undefined && !area) throw notFound()
  const found: Rule[] = []
  let all = 0
  for (const some of (await findRulesInForce(tx, viewer.tenantId, { ...use, ownerId: area?.deptId })).values()) {
    all += some.length
    found.push(...(await seen(tx, viewer, some)))
  }
  return { rules: found, others: all - found.length, isBeyond: await isOthers(tx, viewer, use) }
}

/** True when rules or plans beyond the viewer's scope keep to the shift or the calendar. */
async function isOthers(tx: Tx, viewer: Viewer, { shiftId, calendar }: Parsed<typeof calls.getRulesUsing>) {
  const uses = [...(shiftId === undefined ? [] : [{ shiftId }]), ...(calendar ? [{ calendar }] : [])]
  for (const use of uses) if ((await isUsedBeyond(tx, viewer, use)) || (await isUsedByPlansBeyond(tx, viewer, use))) return true
  return false
}

const nothing: Named = { objectIds: [], deptIds: [], areaIds: [] }

type Wanted = { id: number; updateTime: string | undefined }

/**
 * The rule, locked, and as the viewer sees it. 404 when the viewer does not see it, 403 when it reaches beyond their scope, 409 when it was changed
 * after `updateTime`.
 */
async function mustLock(tx: Tx, viewer: Viewer, objectType: ObjectType, { id, updateTime }: Wanted) {
  const locked = await lockRule(tx, viewer, objectType, id)
  const [shown] = locked ? await seen(tx, viewer, [locked]) : []
  if (!locked || !shown) throw notFound()
  if (await reachesBeyond(tx, viewer, locked)) throw denied()
  await mustBeCurrent(tx, viewer, locked, updateTime)
  return { locked, shown }
}

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
  if (noRoute) throw new Refused(400, 'areas:refusal.noRoute', { what: noRoute.name }, { field: 'areaIds' })
}

type Recipients = Pick<Rule, 'recipientIds' | 'sms'>
const noRecipients: Recipients = { recipientIds: [], sms: false }

/** Checks recipients that were not recipients `before`: refuses with 404 one that the viewer does not see, with 400 one who may not judge. */
async function mustReach(tx: Tx, viewer: Viewer, rule: Recipients, before: Recipients) {
  const added = without(rule.recipientIds, before.recipientIds)
  const seen = await objectsInScope(tx, viewer, ObjectType.person, added)
  if (!added.every((id) => seen.has(id))) throw notFound()
  const [nobody] = await findNoJudges(tx, viewer.tenantId, added)
  if (nobody) throw new Refused(400, 'rules:refusal.mayNotJudge', { what: nobody.name }, { field: 'recipientIds' })
}

function without(ids: readonly number[], known: readonly number[]) {
  const old = new Set(known)
  return ids.filter((id) => !old.has(id))
}
