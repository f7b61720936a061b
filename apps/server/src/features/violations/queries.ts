import type { Parsed } from '@huanwei/contract/endpoint'
import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import { AlarmType } from '@huanwei/contract/violations/codes'
import type { listViolations } from '@huanwei/contract/violations/endpoints'
import type { Language } from '@huanwei/contract/words'
import { and, count, desc, eq, getTableColumns, gte, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { amongDepartments, inScope } from '../../lib/scope.ts'
import type { Viewer } from '../../lib/serve.ts'
import { actions, say } from '../../lib/words.ts'
import { dictionaryItems } from '../dictionaries/table.ts'
import { pushes } from '../messages/table.ts'
import { violationSteps, violations } from './table.ts'

const { tenantId: _, lastTime: __, deviceId: ___, ...stored } = getTableColumns(violations)

/** What the product did about a violation is stored in Chinese; here it is in `language`. */
const actionIn = (language: Language): SQL<string> =>
  sql`case ${violations.executeAction} ${sql.join(
    actions.map((word) => sql`when ${say('zh-CN', word)} then ${say(language, word)}`),
    sql` `,
  )} else ${violations.executeAction} end`

/** So is the type of the object, as the dictionary had it. */
const typeIn = (language: Language): SQL<string> =>
  sql`coalesce((select ${dictionaryItems.labels}->>${language} from ${dictionaryItems}
    where ${dictionaryItems.tenantId} = ${violations.tenantId} and ${dictionaryItems.label} = ${violations.objectTypeName} limit 1), ${violations.objectTypeName})`

/** A row as the wire shows it, in `language`; one in force has lasted until now. */
export const violationColumns = (language: Language) => ({
  ...stored,
  ...(language !== 'zh-CN' && { executeAction: actionIn(language), objectTypeName: typeIn(language) }),
  duration: sql<number>`greatest(0, floor(extract(epoch from coalesce(${violations.endTime}, now()) - ${violations.createTime})))::int`,
})

type Filter = Parsed<typeof listViolations>

/** One page of the violations in scope, newest first, with the total. `departments` narrows (null: the whole scope). */
export async function findViolations(tx: Tx, viewer: Viewer, filter: Filter, departments: number[] | null, language: Language) {
  const where = and(
    eq(violations.tenantId, viewer.tenantId),
    inScope(viewer, violations.deptId),
    amongDepartments(departments, violations.deptId),
    filter.alarmType === undefined ? undefined : eq(violations.alarmType, filter.alarmType),
    filter.handled === undefined ? undefined : (filter.handled ? ne : eq)(violations.alarmType, AlarmType.pending),
    filter.objectType && eq(violations.objectType, filter.objectType),
    filter.objectId ? eq(violations.objectId, filter.objectId) : undefined,
    filter.startTime ? gte(violations.createTime, filter.startTime) : undefined,
    filter.endTime ? lte(violations.createTime, filter.endTime) : undefined,
  )
  const records = await tx
    .select(violationColumns(language))
    .from(violations)
    .where(where)
    .orderBy(desc(violations.createTime), desc(violations.id))
    .limit(filter.size)
    .offset((filter.current - 1) * filter.size)
  const [totals] = await tx.select({ total: count() }).from(violations).where(where)
  return { records, total: totals!.total }
}

const one = (viewer: Viewer, id: number) =>
  and(eq(violations.tenantId, viewer.tenantId), eq(violations.id, id), inScope(viewer, violations.deptId))

/** Locks the row until the transaction ends, so that of two judges one comes second. */
export async function lockViolation(tx: Tx, viewer: Viewer, id: number) {
  const [row] = await tx.select({ alarmType: violations.alarmType }).from(violations).where(one(viewer, id)).for('update')
  return row
}

/** A violation of the scope with its steps and the viewer's push record. */
export async function findDetail(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const [row] = await tx
    .select({ ...violationColumns(language), pushId: pushes.id })
    .from(violations)
    .leftJoin(
      pushes,
      and(
        eq(pushes.tenantId, violations.tenantId),
        eq(pushes.msgType, MsgType.violation),
        eq(pushes.eventId, violations.id),
        eq(pushes.pushObjectId, viewer.userId),
      ),
    )
    .where(one(viewer, id))
  if (!row) return undefined
  const steps = await tx
    .select({
      createTime: violationSteps.createTime,
      objectName: violationSteps.objectName,
      alarmType: violationSteps.alarmType,
      remark: violationSteps.remark,
    })
    .from(violationSteps)
    .where(and(eq(violationSteps.tenantId, viewer.tenantId), eq(violationSteps.violationId, id)))
    .orderBy(violationSteps.id)
  return { ...row, violationVerifyProcess: steps, eventVo: { eventProcessList: steps } }
}

/** Sets the verdict, writes who gave it, and takes the violation off every recipient's pending list. */
export async function setAlarmType(tx: Tx, viewer: Viewer, id: number, alarmType: AlarmType, remark: string) {
  await tx.update(violations).set({ alarmType }).where(one(viewer, id))
  await tx
    .insert(violationSteps)
    .values({ tenantId: viewer.tenantId, violationId: id, userId: viewer.userId, objectName: viewer.username, alarmType, remark })
  await tx
    .update(pushes)
    .set({ status: PushStatus.handled })
    .where(
      and(
        eq(pushes.tenantId, viewer.tenantId),
        eq(pushes.msgType, MsgType.violation),
        eq(pushes.eventId, id),
        eq(pushes.status, PushStatus.pending),
      ),
    )
}
