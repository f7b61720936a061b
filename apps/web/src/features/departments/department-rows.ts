import type { DepartmentRow } from '@huanwei/contract/departments/endpoints'
import { groupBy } from '../../lib/collections.ts'

/** A line of the tree table. The sums hold the department and all below it. */
export type Line = DepartmentRow & {
  id: number
  /** 0 at the top. */
  depth: number
  hasBelow: boolean
  isOpen: boolean
  allUsers: number
  allVehicles: number
  /** Ids of those beside it and itself, in their order. */
  siblings: number[]
}

/** Lays departments out as lines: those below an open one follow it. With `text`, what contains it and all above it, unfolded. Pure. */
export function linesOf(rows: readonly DepartmentRow[], folded: ReadonlySet<number>, text = ''): Line[] {
  const known = new Set(rows.map(({ deptId }) => deptId))
  const below = groupBy(rows, ({ parentId }) => (known.has(parentId) ? parentId : 0))
  const needle = text.trim().toLowerCase()

  function lay(
    row: DepartmentRow,
    depth: number,
    siblings: number[],
  ): { lines: Line[]; users: number; vehicles: number; isFound: boolean } {
    const children = below.get(row.deptId) ?? []
    const ids = children.map(({ deptId }) => deptId)
    const laid = children.map((child) => lay(child, depth + 1, ids))
    const sum = (of: 'users' | 'vehicles') => laid.reduce((total, one) => total + one[of], row[of])
    const isFound = !needle || row.name.toLowerCase().includes(needle) || laid.some((one) => one.isFound)
    const isOpen = needle !== '' || !folded.has(row.deptId)
    const [users, vehicles] = [sum('users'), sum('vehicles')]
    const line = {
      ...row,
      id: row.deptId,
      depth,
      siblings,
      hasBelow: children.length > 0,
      isOpen,
      allUsers: users,
      allVehicles: vehicles,
    }
    const lines = isFound ? [line, ...(isOpen ? laid.flatMap((one) => one.lines) : [])] : []
    return { lines, users, vehicles, isFound }
  }
  const top = below.get(0) ?? []
  return top.flatMap(
    (row) =>
      lay(
        row,
        0,
        top.map(({ deptId }) => deptId),
      ).lines,
  )
}
