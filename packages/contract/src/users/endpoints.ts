import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** A user row as the screens know it; never with a password. */
export const User = z.object({
  userId: z.number(),
  username: z.string(),
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
  deptId: z.number(),
  deptName: z.string(),
  tenantId: z.number(),
  lockFlag: z.enum(['0', '9']),
})
export type User = z.infer<typeof User>

export const getUserByName = endpoint({
  method: 'GET',
  path: '/admin/user/getInfoUser/:username',
  access: 'session',
  summary: '按用户名查询用户',
  input: z.object({ username: z.string().min(1).max(64) }),
  output: User,
})
