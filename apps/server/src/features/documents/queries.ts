import { lastReminderDays, Validity } from '@huanwei/contract/documents/codes'
import { validityOf } from '@huanwei/contract/documents/rules'
import { ReminderTask } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { Language } from '@huanwei/words/languages'
import { and, asc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { holdRow } from '../../db/last-change.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { labelOf } from '../dictionaries/queries.ts'
import { files } from '../files/table.ts'
import { endReminders, recipientsOf, remind, removeReminders } from '../messages/sending/queries.ts'
import { findKeeper, object, objects } from '../objects/queries.ts'
import { figureOf } from '../parameters/queries.ts'
import { documents } from './table.ts'

const isOfObject = and(
  eq(object.tenantId, documents.tenantId),
  eq(object.type, documents.objectType),
  eq(object.id, documents.objectId),
)

/** Days before the last day of a document at which people are first reminded. */
const firstReminder = (tenantId: number | SQLWrapper) => figureOf(tenantId, 'document_reminder_days')

/** Today where the organisation is. */
const today = sql<string>`current_date`

async function find(tx: Tx, viewer: Viewer, language: Language, only: SQL | undefined) {
  const rows = await tx
    .select({
      document: documents,
      kindName: labelOf(language, 'document_kind', documents.tenantId, documents.kind),
      objectName: sql<string>`coalesce(${object.name}, '')`,
      today: sql<string>`${today}::text`,
      reminderDays: firstReminder(viewer.tenantId),
      stored: sql<{ fileName: string; original: string; type: string }[]>`coalesce((
        select json_agg(json_build_object('fileName', f.file_name, 'original', f.original, 'type', f.type) order by n.place)
        from unnest(${documents.files}) with ordinality as n (name, place)
        join ${files} f on f.tenant_id = ${documents.tenantId} and f.file_name = n.name), '[]')`,
    })
    .from(documents)
    .innerJoin(objects, isOfObject)
    .where(and(eq(documents.tenantId, viewer.tenantId), inScope(viewer, object.deptId), only))
    .orderBy(asc(documents.expires), asc(documents.id))
  return rows.map(
    ({ document: { reminded: _, files: names, ...document }, kindName, objectName, today: now, reminderDays, stored }) => ({
      ...document,
      kindName,
      objectName,
      names,
      files: stored,
      validity: validityOf(document.expires, now, reminderDays),
    }),
  )
}

export type DocumentRow = Awaited<ReturnType<typeof find>>[number]

type Asset = { objectType: ObjectType; objectId: number }
const isOf = ({ objectType, objectId }: Asset) => and(eq(documents.objectType, objectType), eq(documents.objectId, objectId))

/** The documents of an object, in scope only. */
export const findDocuments = (tx: Tx, viewer: Viewer, asset: Asset, language: Language) => find(tx, viewer, language, isOf(asset))

export async function findDocument(tx: Tx, viewer: Viewer, id: number, language: Language): Promise<DocumentRow | undefined> {
  const [found] = await find(tx, viewer, language, eq(documents.id, id))
  return found
}

export const countDocuments = (tx: Tx, tenantId: number, asset: Asset) =>
  tx.$count(documents, and(eq(documents.tenantId, tenantId), isOf(asset)))

export const holdDocument = (tx: Tx, tenantId: number, id: number) => holdRow(tx, documents, tenantId, id)

/** Ids of the documents of objects that the viewer sees. */
export const documentsInSight = (tx: Tx, viewer: Viewer) =>
  tx
    .select({ id: documents.id })
    .from(documents)
    .innerJoin(objects, isOfObject)
    .where(and(eq(documents.tenantId, viewer.tenantId), inScope(viewer, object.deptId)))

type Fields = Pick<typeof documents.$inferInsert, 'kind' | 'name' | 'files' | 'expires' | 'remark'>

export async function insertDocument(tx: Tx, { tenantId, username }: Viewer, fields: Fields & Asset) {
  const [added] = await tx
    .insert(documents)
    .values({ tenantId, ...fields, updateBy: username })
    .returning({ id: documents.id })
  return added!.id
}

/** Another last day ends the reminders of the one before; people are reminded anew. */
export async function updateDocument(tx: Tx, viewer: Viewer, { id, expires: before }: DocumentRow, fields: Fields) {
  const { tenantId } = viewer
  const isOther = before !== (fields.expires ?? null)
  await tx
    .update(documents)
    .set({ ...fields, expires: fields.expires ?? null, ...(isOther && { reminded: 0 }), ...updatedBy(documents, viewer) })
    .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)))
  if (isOther) await endReminders(tx, { tenantId, tasks: [ReminderTask.document], eventId: id })
}

export async function deleteDocument(tx: Tx, tenantId: number, id: number) {
  await removeReminders(tx, { tenantId, tasks: [ReminderTask.document], eventId: id })
  await tx.delete(documents).where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)))
}

/** Removes documents of people who are gone: other objects leave their row behind. Returns some of those that there were, none at the end. */
export async function dropForgotten(tx: Tx) {
  const found = await tx
    .select({ tenantId: documents.tenantId, id: documents.id, names: documents.files })
    .from(documents)
    .where(
      sql`${documents.objectType} = ${ObjectType.person}
        and not exists (select from sys_user u where u.tenant_id = ${documents.tenantId} and u.user_id = ${documents.objectId})`,
    )
    .limit(mostAtOnce)
  for (const { tenantId, id } of found) await deleteDocument(tx, tenantId, id)
  return found
}

/** Condition for objects of a kind with a document in this state; no condition without one. */
export function hasDocument(
  objectType: ObjectType,
  of: { tenantId: SQLWrapper; id: SQLWrapper },
  validity: Validity | undefined,
) {
  if (validity === undefined) return undefined
  const isSo =
    validity === Validity.expired
      ? sql`d.expires < ${today}`
      : sql`d.expires between ${today} and ${today} + ${firstReminder(of.tenantId)}`
  return sql`exists (select from ${documents} d where d.tenant_id = ${of.tenantId} and d.object_type = ${objectType}
    and d.object_id = ${of.id} and ${isSo})`
}

/** Number of reminders that are due by today: before the end as the organisation wants it, 7 days before, and after it. */
const due = sql<number>`(case when expires < ${today} then 3 when expires <= ${today} + ${lastReminderDays}::int then 2
  when expires <= ${today} + ${firstReminder(documents.tenantId)} then 1 else 0 end)`

/** Documents in one transaction. */
const mostAtOnce = 100

/** Reminds of documents that come to their end: who may change the asset, in its department. Returns how many there were. */
export async function remindOfExpiring(tx: Tx): Promise<number> {
  const found = await tx
    .select({
      tenantId: documents.tenantId,
      id: documents.id,
      objectType: documents.objectType,
      objectId: documents.objectId,
      due,
    })
    .from(documents)
    .where(sql`expires is not null and reminded < 3 and reminded < ${due}`)
    .limit(mostAtOnce)
    .for('update', { skipLocked: true })
  for (const { tenantId, id, due: reminded, ...asset } of found) {
    await tx
      .update(documents)
      .set({ reminded })
      .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)))
    const keeper = await findKeeper(tx, tenantId, asset.objectType, asset.objectId)
    if (!keeper) continue
    const { deptId, permission } = keeper
    const people = await recipientsOf(tx, tenantId, permission, deptId)
    await remind(tx, { tenantId, deptId, task: ReminderTask.document, eventId: id, ...asset }, people)
  }
  return found.length
}
