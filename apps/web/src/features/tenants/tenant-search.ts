import { id } from '@huanwei/contract/fields'
import { TenantStatus } from '@huanwei/contract/tenants/codes'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const TenantsSearch = z.object({
  name: z.string().trim().max(50).optional().catch(undefined),
  status: z.enum(TenantStatus).optional().catch(undefined),
  ...ListPlace.shape,
  /** The tenant whose drawer is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
})
export type TenantsSearch = z.infer<typeof TenantsSearch>
