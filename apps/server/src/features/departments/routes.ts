import {
  addDepartment,
  changeDepartment,
  type Department,
  type DepartmentNode,
  getDepartment,
  getDepartmentByName,
  getDepartmentTree,
  listDepartments,
  removeDepartment,
  sortDepartments,
} from '@huanwei/contract/departments/endpoints'
import { placeOf } from '@huanwei/contract/sort-order'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { departmentsBelow } from '../../db/scope.ts'
import { conflict, denied, isForeignKeyViolation, isUniqueViolation, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import {
  deleteDepartments,
  findChildDepartments,
  findDepartment,
  findDepartmentByName,
  findDepartmentRows,
  findDepartments,
  insertDepartment,
  isInUse,
  lockDepartments,
  setOrder,
  updateDepartment,
} from './queries.ts'

export function departmentRoutes(app: FastifyInstance, db: Database) {
  viewRoutes(app, db)
  changeRoutes(app, db)
}

function viewRoutes(app: FastifyInstance, db: Database) {
  serve(app, getDepartmentTree, (_, viewer) => db.within(viewer, async (tx) => treeOf(await findDepartments(tx, viewer))))

  serve(app, listDepartments, (_, viewer) => db.within(viewer, (tx) => findDepartmentRows(tx, viewer)))

  serve(app, getDepartment, ({ id }, viewer) => db.within(viewer, (tx) => mustFind(tx, viewer, id)))

  serve(app, getDepartmentByName, async ({ name }, viewer) =>
    db.within(viewer, async (tx) => (await findDepartmentByName(tx, viewer, name)) ?? null),
  )
}

function changeRoutes(app: FastifyInstance, db: Database) {
  serve(app, addDepartment, ({ sortOrder, ...fields }, viewer) =>
    db
      .within(viewer, async (tx) => {
        await lockDepartments(tx, viewer.tenantId)
        await mustBeParent(tx, viewer, fields.parentId)
        return insertDepartment(tx, viewer, { ...fields, sort: placeOf({ sort: fields.sort, sortOrder }) })
      })
      .catch(nameTaken),
  )

  serve(app, changeDepartment, ({ deptId, updateTime, sortOrder, ...fields }, viewer) =>
    db
      .within(viewer, async (tx) => {
        await lockDepartments(tx, viewer.tenantId)
        const before = await mustFind(tx, viewer, deptId)
        await mustBeCurrent(tx, viewer, before, updateTime)
        if (before.parentId !== fields.parentId) {
          await mustBeParent(tx, viewer, fields.parentId)
          if ((await departmentsBelow(tx, viewer.tenantId, [deptId])).includes(fields.parentId))
            throw conflict('departments:refusal.cycle')
        }
        return updateDepartment(tx, viewer, deptId, { ...fields, sort: placeOf({ sort: fields.sort, sortOrder }, before.sort) })
      })
      .catch(nameTaken),
  )

  serve(app, sortDepartments, ({ parentId, ids }, viewer) =>
    db.within(viewer, async (tx) => {
      await lockDepartments(tx, viewer.tenantId)
      await mustBeParent(tx, viewer, parentId)
      const below = new Set(await findChildDepartments(tx, viewer.tenantId, parentId))
      const named = new Set(ids)
      if (named.size !== ids.length || below.symmetricDifference(named).size)
        throw conflict('departments:refusal.siblingsChanged')
      await setOrder(tx, viewer, ids)
      return true
    }),
  )

  serve(app, removeDepartment, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      await lockDepartments(tx, viewer.tenantId)
      await mustBeCurrent(tx, viewer, await mustFind(tx, viewer, id), updateTime)
      const all = await departmentsBelow(tx, viewer.tenantId, [id])
      const { departments } = viewer
      if (departments !== null && !all.every((one) => departments.includes(one))) throw denied()
      if (await isInUse(tx, viewer.tenantId, all)) throw conflict('departments:refusal.inUse')
      await deleteDepartments(tx, viewer, all).catch((error) => {
        throw isForeignKeyViolation(error) ? conflict('departments:refusal.inUse') : error
      })
      return true
    }),
  )
}

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const found = await findDepartment(tx, viewer, id)
  if (!found) throw notFound()
  return found
}

/** A new root needs an unlimited scope; any other department needs a parent in scope. */
async function mustBeParent(tx: Tx, viewer: Viewer, parentId: number) {
  if (parentId !== 0) await mustFind(tx, viewer, parentId)
  else if (viewer.departments !== null) throw notFound()
}

function nameTaken(error: unknown): never {
  throw isUniqueViolation(error, 'sys_dept') ? new Refused(409, 'departments:refusal.taken', {}, { field: 'name' }) : error
}

/** Nests a flat list. A department whose parent is out of scope stands at the top. */
function treeOf(flat: Department[]): DepartmentNode[] {
  const nodes = new Map(
    flat.map(({ deptId, parentId, name, sort, createTime }) => [
      deptId,
      { id: deptId, parentId, name, sort, weight: sort, createTime, children: [] as DepartmentNode[] },
    ]),
  )
  const top: DepartmentNode[] = []
  for (const node of nodes.values()) (nodes.get(node.parentId)?.children ?? top).push(node)
  return top
}
