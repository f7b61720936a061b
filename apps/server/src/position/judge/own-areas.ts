/** The department and all its ancestors, itself first. `parentOf` of a root is a department that is none. */
export function departmentsAbove(parentOf: (deptId: number) => number | undefined, deptId: number): ReadonlySet<number> {
  const above = new Set<number>()
  for (let at: number | undefined = deptId; at !== undefined && !above.has(at); at = parentOf(at)) above.add(at)
  return above
}

/** The department whose areas are an object's own: the nearest one above it, its own first, that has any. */
export const ownerAmong = (above: ReadonlySet<number>, areas: Pick<ReadonlyMap<number, unknown>, 'has'>) =>
  [...above].find((deptId) => areas.has(deptId))
