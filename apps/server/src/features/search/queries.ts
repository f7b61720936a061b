import { ObjectType } from '@huanwei/contract/objects'
import { mostLookedUp } from '@huanwei/contract/search/endpoints'
import { sensorProtocols } from '@huanwei/contract/terminals/endpoints'
import { and, asc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { contains } from '../../db/contains.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departments } from '../departments/table.ts'
import { facilities } from '../facilities/table.ts'
import { terminals } from '../terminals/table.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { violations } from '../violations/table.ts'

/** A few letters of what is looked for, or the ids of what was found before. */
type Wanted = string | readonly number[]

/** True of what `wanted` means, by the id or by a text in one of `columns`. */
const isWanted = (wanted: Wanted, id: PgColumn, ...columns: PgColumn[]) =>
  typeof wanted === 'string' ? or(...columns.map((column) => contains(column, wanted))) : inArray(id, [...wanted])

/** The JT/T 808 terminal of an object, for those who may see terminals; read for the rows of the result only. */
const deviceOf = (viewer: Viewer, objectType: ObjectType, id: PgColumn) =>
  viewer.permissions.has('admin_device_view')
    ? sql<number | null>`(select ${terminals.id} from ${terminals} where ${terminals.tenantId} = ${viewer.tenantId}
        and ${terminals.objectType} = ${objectType} and ${terminals.objectId} = ${id}
        and (${or(isNull(terminals.protocol), notInArray(terminals.protocol, ['app', ...sensorProtocols]))}))`
    : sql<null>`null`

/** Vehicles of the scope by plate, name or initials. */
export const searchVehicles = (tx: Tx, viewer: Viewer, wanted: Wanted) =>
  tx
    .select({
      id: vehicles.id,
      plateNumber: vehicles.plateNumber,
      deptName: departments.name,
      deviceId: deviceOf(viewer, ObjectType.vehicle, vehicles.id),
    })
    .from(vehicles)
    .innerJoin(departments, and(eq(departments.tenantId, vehicles.tenantId), eq(departments.id, vehicles.deptId)))
    .where(
      and(
        eq(vehicles.tenantId, viewer.tenantId),
        isNull(vehicles.removedTime),
        inScope(viewer, vehicles.deptId),
        isWanted(wanted, vehicles.id, vehicles.plateNumber, vehicles.name, vehicles.initials),
      ),
    )
    .orderBy(asc(vehicles.plateNumber), asc(vehicles.id))
    .limit(mostLookedUp)

/** People of the scope by name, user name or initials; none for those who may not see accounts. */
export const searchPeople = async (tx: Tx, viewer: Viewer, wanted: Wanted) =>
  viewer.permissions.has('sys_user_view')
    ? await tx
        .select({
          userId: users.id,
          username: users.username,
          name: users.name,
          deptName: departments.name,
          deviceId: deviceOf(viewer, ObjectType.person, users.id),
        })
        .from(users)
        .innerJoin(departments, and(eq(departments.tenantId, users.tenantId), eq(departments.id, users.deptId)))
        .where(
          and(
            eq(users.tenantId, viewer.tenantId),
            inScope(viewer, users.deptId),
            isWanted(wanted, users.id, users.username, users.name, users.initials),
          ),
        )
        .orderBy(asc(users.username), asc(users.id))
        .limit(mostLookedUp)
    : []

/** Facilities of the scope by name or initials. */
export const searchFacilities = (tx: Tx, viewer: Viewer, wanted: Wanted) =>
  tx
    .select({
      id: facilities.id,
      name: facilities.name,
      deptName: departments.name,
      deviceId: deviceOf(viewer, ObjectType.facility, facilities.id),
    })
    .from(facilities)
    .innerJoin(departments, and(eq(departments.tenantId, facilities.tenantId), eq(departments.id, facilities.deptId)))
    .where(
      and(
        eq(facilities.tenantId, viewer.tenantId),
        isNull(facilities.removedTime),
        inScope(viewer, facilities.deptId),
        isWanted(wanted, facilities.id, facilities.name, facilities.initials),
      ),
    )
    .orderBy(asc(facilities.name), asc(facilities.id))
    .limit(mostLookedUp)

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
