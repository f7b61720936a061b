import type { Grouping, ReportKind } from '@huanwei/contract/reports/codes'
import type { Tx } from '../../db/connect.ts'
import { type Days, sourcesOf, tableOf } from './sources/queries.ts'

/** Kinds whose figures one statement counts, so that some weeks of them need not be kept first. */
export type CountedKind = Extract<ReportKind, 'violations' | 'attendance' | 'cleaning' | 'inspections' | 'complaints'>
type About = { tenantId: number; departments: number[] | null; grouping: Grouping }

/** Rows of a report that is not kept: what a report of this kind stores of each key. */
export async function readSums(tx: Tx, kind: CountedKind, about: About, days: Days) {
  const whole = { objectType: null, objectId: null, projectId: null }
  const rows: { key: string; sums: number[] }[] = []
  for (const source of sourcesOf[kind]({ ...about, ...whole }, days)) {
    const found = await tx.execute<{ key: string; sums: number[] }>(tableOf(kind, source))
    rows.push(...found.rows)
  }
  return rows
}
