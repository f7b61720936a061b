import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departments } from '../departments/table.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { violations } from '../violations/table.ts'

/** Limit of results of each kind. */
const most = 8

/** Vehicles of the scope whose plate, name or initials contain `text`. */
export const searchVehicles = (tx: Tx, viewer: Viewer, text: string) =>
  tx
    .select({ id: vehicles.id, plateNumber: vehicles.plateNumber, deptName: departments.name })
    .from(vehicles)
    .innerJoin(departments, and(eq(departments.tenantId, vehicles.tenantId), eq(departments.id, vehicles.deptId)))
    .where(
      and(
        eq(vehicles.tenantId, viewer.tenantId),
        isNull(vehicles.removedTime),
        inScope(viewer, vehicles.deptId),
        or(contains(vehicles.plateNumber, text), contains(vehicles.name, text), contains(vehicles.initials, text)),
      ),
    )
    .orderBy(asc(vehicles.plateNumber), asc(vehicles.id))
    .limit(most)

/** People of the scope whose name, user name or initials contain `text`. */
export const searchPeople = (tx: Tx, viewer: Viewer, text: string) =>
  tx
    .select({ userId: users.id, username: users.username, name: users.name, deptName: departments.name })
    .from(users)
    .innerJoin(departments, and(eq(departments.tenantId, users.tenantId), eq(departments.id, users.deptId)))
    .where(
      and(
        eq(users.tenantId, viewer.tenantId),
        inScope(viewer, users.deptId),
        or(contains(users.username, text), contains(users.name, text), contains(users.initials, text)),
      ),
    )
    .orderBy(asc(users.username), asc(users.id))
    .limit(most)

/** The violation of the scope with this number. */
export const searchViolations = (tx: Tx, viewer: Viewer, number: number) =>
  tx
    .select({
      id: violations.id,
      objectName: violations.objectName,
      violationEvent: violations.violationEvent,
      createTime: violations.createTime,
      alarmType: violations.alarmType,
    })
    .from(violations)
    .where(
      and(
        eq(violations.tenantId, viewer.tenantId),
        sql`${violations.id} = ${number}::bigint`,
        inScope(viewer, violations.deptId),
        isNull(violations.mergedInto),
      ),
    )
    .limit(1)
