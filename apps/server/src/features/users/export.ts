import { listUsers, type User } from '@huanwei/contract/users/endpoints'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, moment, text } from '../../lib/export-list.ts'
import { findUsers } from './queries.ts'
import { users } from './table.ts'

const userColumns = [
  text<User>('users:username', (row) => row.username),
  text<User>('users:name', (row) => row.name),
  choice<User>('users:gender', (row) => `users:genders.${row.gender}`),
  text<User>('users:phone', (row) => row.phone),
  text<User>('users:department', (row) => row.deptName),
  text<User>('users:role', (row) => row.roleList.map(({ roleName }) => roleName).join(', '), 24),
  choice<User>('users:state', (row) => `users:lock.${row.lockFlag}`),
  moment<User>('users:createTime', (row) => row.createTime),
]

/** Lists of this noun that can be exported. */
export const userExports: readonly ExportList[] = [
  exportList(listUsers, 'users:title', {
    key: { tenantId: users.tenantId, time: users.createTime, id: users.id },
    idOf: ({ userId }: User) => userId,
    columns: userColumns,
    find: async (tx, viewer, filter) => findUsers(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
]
