import { ExportStatus } from '@huanwei/contract/exports/codes'
import { columnsOf, measuresOf } from '@huanwei/contract/reports/codes'
import { mostRows } from '@huanwei/contract/reports/rules'
import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { conflict } from '../../../http/refuse.ts'
import { departments } from '../../departments/table.ts'
import { object, objects } from '../../objects/queries.ts'
import type { ReportFormRow } from '../queries.ts'
import { joined, type SourceRows, tableOf } from '../sources/queries.ts'
import { reportRows, reports } from '../table.ts'

/** A worker without a heartbeat for this long is considered dead. */
const silence = sql`interval '20 seconds'`

/** Takes the next report for this worker: a waiting one, or one whose worker is dead. It begins anew. */
export async function takeReportForm(tx: Tx, worker: string): Promise<ReportFormRow | undefined> {
  const next = tx
    .select({ id: reports.id })
    .from(reports)
    .where(
      or(
        eq(reports.status, ExportStatus.waiting),
        and(eq(reports.status, ExportStatus.running), lt(reports.updateTime, sql`now() - ${silence}`)),
      ),
    )
    .orderBy(reports.id)
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await tx
    .update(reports)
    .set({ status: ExportStatus.running, worker, done: 0, updateTime: sql`now()` })
    .where(inArray(reports.id, next))
    .returning()
  if (taken) await tx.delete(reportRows).where(ofReport(taken))
  return taken
}

export type ReportProgress = Partial<Pick<ReportFormRow, 'done' | 'status' | 'rows' | 'sums' | 'fileName' | 'error'>> & {
  worker?: null
}

/** Records the progress of a worker; false when the report is no longer its own: cancelled, removed or taken by another. */
export async function setReportProgress(tx: Tx, { tenantId, id, worker }: ReportFormRow, progress: ReportProgress = {}) {
  const isOver = progress.status === ExportStatus.done
  const { rowCount } = await tx
    .update(reports)
    .set({ ...progress, updateTime: sql`now()`, ...(isOver && { finishTime: sql`now()` }) })
    .where(
      and(
        eq(reports.tenantId, tenantId),
        eq(reports.id, id),
        eq(reports.status, ExportStatus.running),
        worker === null ? sql`false` : eq(reports.worker, worker),
      ),
    )
  return rowCount === 1
}

const ofReport = ({ tenantId, id }: Pick<ReportFormRow, 'tenantId' | 'id'>) =>
  and(eq(reportRows.tenantId, tenantId), eq(reportRows.reportId, id))

/** Adds what a query found of some days to the rows of a report. */
export async function addRows(tx: Tx, report: ReportFormRow, found: SourceRows) {
  await tx.execute(sql`
    insert into ${reportRows} (tenant_id, report_id, key, sums)
    select ${report.tenantId}::int, ${report.id}::int, found.key, found.sums from (${tableOf(report.kind, found)}) as found
    on conflict (tenant_id, report_id, key) do update set sums = ${joined(report.kind)}`)
}

/** Objects of a kind that a report is about, some behind `after`; those that are removed keep their history. */
export async function findObjectsAfter(tx: Tx, report: ReportFormRow, objectType: string, after: number, most: number) {
  const { tenantId, departments: among, objectId } = report
  const { rows } = await tx.execute<{ id: number; deptId: number }>(sql`
    select ${object.id} as id, ${object.deptId} as "deptId" from ${objects}
    where ${object.tenantId} = ${tenantId} and ${object.type} = ${objectType} and ${object.id} > ${after}
      ${among === null ? sql`` : sql`and ${object.deptId} = any(${sql.param(among)}::int[])`}
      ${objectId === null ? sql`` : sql`and ${object.id} = ${objectId}`}
    order by 1 limit ${most}`)
  return rows
}

/** Number of rows so far. Refuses more than a report may have. */
export async function countRows(tx: Tx, report: ReportFormRow) {
  const rows = await tx.$count(reportRows, ofReport(report))
  if (rows > mostRows) throw conflict('reports:refusal.tooMany', { n: mostRows })
  return rows
}

/** What is stored of all rows together. Departments must not be arranged yet. */
export async function findSums(tx: Tx, report: ReportFormRow, all: readonly (readonly [string, 'sum' | 'max'])[]) {
  const parts = all.map(([, how], i) => sql.raw(`coalesce(${how}(sums[${i + 1}]), 0)`))
  const { rows } = await tx.execute<{ sums: number[] }>(sql`
    select array[${sql.join(parts, sql`, `)}]::float8[] as sums from ${reportRows}
    where tenant_id = ${report.tenantId} and report_id = ${report.id}`)
  return rows[0]!.sums
}

/** Gives the rows of objects their names, and their order: the largest first figure first. */
export async function arrangeObjects(tx: Tx, { tenantId, id, kind }: ReportFormRow) {
  const [first] = columnsOf(kind)
  const measure = measuresOf(kind).findIndex(([name]) => name === first?.of) + 1
  await tx.execute(sql`
    update ${reportRows} r set label = f.label, dept_name = f.dept_name, place = f.place
    from (
      select t.key, coalesce(${object.name}, '') as label, coalesce(d.name, '') as dept_name,
        row_number() over (order by t.sums[${sql.raw(String(measure))}] desc, ${object.name}, t.key) as place
      from ${reportRows} t
      left join ${objects} on ${object.tenantId} = t.tenant_id and ${object.type} || '-' || ${object.id} = t.key
      left join ${departments} d on d.tenant_id = t.tenant_id and d.dept_id = ${object.deptId}
      where t.tenant_id = ${tenantId} and t.report_id = ${id}
    ) f
    where r.tenant_id = ${tenantId} and r.report_id = ${id} and r.key = f.key`)
}

/** All departments of a tenant in the order in which people see them. */
export const findTree = (tx: Tx, tenantId: number) =>
  tx
    .select({ id: departments.id, parentId: departments.parentId, name: departments.name })
    .from(departments)
    .where(eq(departments.tenantId, tenantId))
    .orderBy(departments.sort, departments.id)

export const findAllRows = (tx: Tx, report: ReportFormRow) =>
  tx.select({ key: reportRows.key, sums: reportRows.sums }).from(reportRows).where(ofReport(report))

type Arranged = Pick<typeof reportRows.$inferInsert, 'key' | 'label' | 'level' | 'isLeaf' | 'sums'>

/** Rows that one statement stores. */
const together = 1000

/** Puts these rows, in their order, in the place of all that a report has. */
export async function replaceRows(tx: Tx, report: ReportFormRow, rows: readonly Arranged[]) {
  await tx.delete(reportRows).where(ofReport(report))
  for (let from = 0; from < rows.length; from += together)
    await tx.insert(reportRows).values(
      rows.slice(from, from + together).map((row, i) => ({
        tenantId: report.tenantId,
        reportId: report.id,
        place: from + i + 1,
        ...row,
      })),
    )
}
