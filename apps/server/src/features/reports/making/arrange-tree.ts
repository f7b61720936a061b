import { measuresOf } from '@huanwei/contract/reports/codes'
import type { ReportFormRow } from '../queries.ts'

type Department = { id: number; parentId: number; name: string }

/**
 * Rows of the departments of a report as a tree, each with all below it. What departments have that are gone by now stands behind them by their
 * numbers. Pure.
 */
export function arrangeTree(
  { kind, departments }: Pick<ReportFormRow, 'kind' | 'departments'>,
  tree: readonly Department[],
  found: readonly { key: string; sums: number[] }[],
) {
  const own = new Map(found.map(({ key, sums }) => [key, sums]))
  const isAsked = (id: number) => departments === null || departments.includes(id)
  const children = Map.groupBy(tree, ({ parentId }) => parentId)
  const measures = measuresOf(kind)
  const nothing = measures.map(() => 0)
  const rows: { key: string; label: string; level: number; isLeaf: boolean; sums: number[] }[] = []

  /** Adds the department and those below; returns what they have together. */
  function add({ id, name }: Department, level: number): number[] {
    const key = String(id)
    const row = { key, label: name, level, isLeaf: true, sums: isAsked(id) ? (own.get(key) ?? nothing) : nothing }
    if (isAsked(id)) rows.push(row)
    own.delete(key)
    const before = rows.length
    for (const child of children.get(id) ?? []) row.sums = join(row.sums, add(child, isAsked(id) ? level + 1 : level))
    row.isLeaf = rows.length === before
    return row.sums
  }
  const join = (a: readonly number[], b: readonly number[]) =>
    measures.map(([, how], i) => (how === 'sum' ? (a[i] ?? 0) + (b[i] ?? 0) : Math.max(a[i] ?? 0, b[i] ?? 0)))

  for (const root of children.get(0) ?? []) add(root, 0)
  for (const [key, sums] of own) rows.push({ key, label: `#${key}`, level: 0, isLeaf: true, sums })
  return rows
}
