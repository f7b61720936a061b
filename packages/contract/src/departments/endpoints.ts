import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, parentId, whole, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { sortOrderRead, sortOrderSent } from '../sort-order.ts'

/** Source: spec 4, S0 §7. The root's `parentId` is 0. `weight` is `sort` for later clients of the family. */
export type DepartmentNode = {
  id: number
  parentId: number
  name: string
  sort: number
  weight: number
  createTime: string
  children: DepartmentNode[]
}
export const DepartmentNode: z.ZodType<DepartmentNode> = z.lazy(() =>
  z.object({
    id: z.number(),
    parentId: z.number(),
    name: z.string(),
    sort: z.number(),
    weight: z.number(),
    createTime: z.string(),
    children: z.array(DepartmentNode),
  }),
)

export const Department = z.object({
  deptId: z.number(),
  parentId: z.number(),
  name: z.string(),
  sort: z.number(),
  ...sortOrderRead,
  createTime: z.string(),
  ...lastChange,
  /** The user name of who did; empty where nobody of the installation did. */
  updateBy: z.string(),
})
export type Department = z.infer<typeof Department>

/** A department with how many people and vehicles are directly in it. */
export const DepartmentRow = Department.extend({ users: z.number().int(), vehicles: z.number().int() })
export type DepartmentRow = z.infer<typeof DepartmentRow>

const fields = {
  parentId,
  name: z.string().trim().min(1, word('enterDepartmentName')).max(50),
  sort: whole(z.number().int().min(0).max(9999).default(0)),
  ...sortOrderSent,
}

export const getDepartmentTree = endpoint({
  method: 'GET',
  path: '/admin/dept/tree',
  access: 'session',
  input: nothing,
  output: z.array(DepartmentNode),
})
export const listDepartments = endpoint({
  method: 'GET',
  path: '/admin/dept/list',
  access: 'session',
  input: nothing,
  output: z.array(DepartmentRow),
})
export const getDepartment = endpoint({
  method: 'GET',
  path: '/admin/dept/:id',
  access: 'session',
  input: z.object({ id }),
  output: Department,
})
/** The first department in sight with this name, null when there is none: the family's forms ask whether it is free. */
export const getDepartmentByName = endpoint({
  method: 'GET',
  path: '/admin/dept/details/:name',
  access: 'session',
  input: z.object({ name: z.string().min(1).max(50) }),
  output: Department.nullable(),
})
export const addDepartment = endpoint({
  method: 'POST',
  path: '/admin/dept',
  access: { permission: 'sys_dept_add' },
  input: z.object(fields),
  output: Department,
})
export const changeDepartment = endpoint({
  method: 'PUT',
  path: '/admin/dept',
  access: { permission: 'sys_dept_edit' },
  input: z.object({ deptId: id, ...fields, ...madeFrom }),
  output: Department,
})
/** Puts the departments below one parent into the order of `ids`, which names them all. */
export const sortDepartments = endpoint({
  method: 'PUT',
  path: '/admin/dept/sort',
  access: { permission: 'sys_dept_edit' },
  input: z.object({ parentId, ids: z.array(id).min(1).max(1000) }),
  output: done,
})
/** Refused while people, vehicles or areas belong to it or to one below; otherwise goes with all below. */
export const removeDepartment = endpoint({
  method: 'DELETE',
  path: '/admin/dept/:id',
  access: { permission: 'sys_dept_del' },
  input: z.object({ id, ...madeFrom }),
  output: done,
})
