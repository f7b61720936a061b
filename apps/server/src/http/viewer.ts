import { permissions } from '@huanwei/contract/permissions'
import { z } from 'zod'

/** The account behind a request and its data scope; `departments` is null when that is the whole tenant. */
export const Viewer = z.object({
  userId: z.number(),
  username: z.string(),
  tenantId: z.number(),
  deptId: z.number(),
  roleIds: z.array(z.number()),
  permissions: z.set(z.enum(permissions)).readonly(),
  departments: z.array(z.number()).nullable(),
  /** Administers the whole installation: sees terminals that belong to no tenant. */
  platform: z.boolean(),
  /** Log-in to which the token belongs. */
  family: z.string(),
  /** True while the screen is locked: only calls with `whileLocked` are served. */
  isLocked: z.boolean(),
  /** Program that calls the open API with a part of the user's rights; absent for people. */
  client: z.string().optional(),
})
export type Viewer = z.infer<typeof Viewer>
