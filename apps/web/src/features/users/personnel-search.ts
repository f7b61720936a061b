import { z } from 'zod'
import { UsersSearch } from './user-search.ts'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const PersonnelSearch = UsersSearch.omit({ lockFlag: true, open: true }).extend({
  online: z.enum(['true', 'false']).optional().catch(undefined),
  documents: z.enum(['expiring', 'expired']).optional().catch(undefined),
  /** The person whose drawer is open. */
  open: z.coerce.number().int().positive().optional().catch(undefined),
})
export type PersonnelSearch = z.infer<typeof PersonnelSearch>
