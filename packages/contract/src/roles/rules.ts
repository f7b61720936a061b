import { DataScope } from './codes.ts'

/** Ids from a text in which commas separate them. */
export const idsIn = (text: string) => text.split(',').filter(Boolean).map(Number)

/** Rights of a user: the menu items (permissions too) and the departments (null: all) of their roles; `dsType` is the widest of them. */
export type Held = { menuIds: ReadonlySet<number>; dsType: DataScope | null; departments: ReadonlySet<number> | null }

/** Grants of a role. */
export type Granted = { menuIds: readonly number[]; dsType: DataScope; dsScope: readonly number[] }

/** Grants of a role that its giver does not hold. */
export type Excess = { menuIds: number[]; deptIds: number[]; isScopeWider: boolean }

/**
 * True when a giver may choose this kind of scope. 本级及子级 and 本级 count from the department of whoever has the role, which
 * is one that the giver sees; what lies below it the giver sees only with everything, or with all below their own.
 */
export function mayChooseScope(held: Pick<Held, 'dsType' | 'departments'>, dsType: DataScope): boolean {
  if (held.dsType === null) return false
  if (held.dsType === DataScope.all) return true
  if (dsType === DataScope.all) return false
  return dsType === DataScope.below ? held.dsType === DataScope.below : true
}

/** Returns the part of `granted` that its giver does not hold, undefined when there is none. Pure: the server refuses, the screen switches off. Source: spec 3, section 6. */
export function excessOf(held: Held, { menuIds, dsType, dsScope }: Granted): Excess | undefined {
  const excess = {
    menuIds: menuIds.filter((id) => !held.menuIds.has(id)),
    deptIds: dsType === DataScope.chosen ? dsScope.filter((id) => held.departments && !held.departments.has(id)) : [],
    isScopeWider: !mayChooseScope(held, dsType),
  }
  return excess.menuIds.length || excess.deptIds.length || excess.isScopeWider ? excess : undefined
}
