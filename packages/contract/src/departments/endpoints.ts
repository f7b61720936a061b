import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, parentId, whole } from '../fields.ts'

/** Source: spec 4, S0 §7. The root's `parentId` is 0. */
export type DepartmentNode = { id: number; parentId: number; name: string; children: DepartmentNode[] }
export const DepartmentNode: z.ZodType<DepartmentNode> = z.lazy(() =>
  z.object({ id: z.number(), parentId: z.number(), name: z.string(), children: z.array(DepartmentNode) }),
)

export const Department = z.object({ deptId: z.number(), parentId: z.number(), name: z.string(), sort: z.number() })
export type Department = z.infer<typeof Department>

const fields = {
  parentId,
  name: z.string().trim().min(1, '请输入部门名称').max(50),
  sort: whole(z.number().int().min(0).max(9999).default(0)),
}

export const getDepartmentTree = endpoint({
  method: 'GET',
  path: '/admin/dept/tree',
  access: 'session',
  summary: '部门树',
  input: nothing,
  output: z.array(DepartmentNode),
})
export const getDepartment = endpoint({
  method: 'GET',
  path: '/admin/dept/:id',
  access: 'session',
  summary: '查询部门',
  input: z.object({ id }),
  output: Department,
})
export const addDepartment = endpoint({
  method: 'POST',
  path: '/admin/dept',
  access: { permission: 'sys_dept_add' },
  summary: '新增部门',
  input: z.object(fields),
  output: Department,
})
export const changeDepartment = endpoint({
  method: 'PUT',
  path: '/admin/dept',
  access: { permission: 'sys_dept_edit' },
  summary: '修改部门',
  input: z.object({ deptId: id, ...fields }),
  output: Department,
})
/** Refused while people, vehicles or areas belong to it or to one below; otherwise goes with all below. */
export const removeDepartment = endpoint({
  method: 'DELETE',
  path: '/admin/dept/:id',
  access: { permission: 'sys_dept_del' },
  summary: '删除部门',
  input: z.object({ id }),
  output: done,
})
