import { CauseKind, CleaningStatus, CleaningType } from '@huanwei/contract/cleaning/codes'
import { whole } from '@huanwei/contract/fields'
import { z } from 'zod'
import { DatedSearch } from '../deadlines/deadline-search.ts'
import { maybeId } from '../queues/queue-search.ts'

/** Everything the address bar says about this screen; a link restores it whole, a broken part falls back to its default. */
export const CleaningSearch = DatedSearch.extend({
  view: z.enum(['board', 'waiting', 'list', 'map', 'plans']).catch('board'),
  status: whole(z.enum(CleaningStatus)).optional().catch(undefined),
  /** The first and the last of the states. */
  statusFrom: whole(z.enum(CleaningStatus)).optional().catch(undefined),
  statusTo: whole(z.enum(CleaningStatus)).optional().catch(undefined),
  type: whole(z.number()).transform(String).pipe(z.enum(CleaningType)).optional().catch(undefined),
  score: whole(z.number().int().min(1).max(5)).optional().catch(undefined),
  causeKind: z.enum(CauseKind).optional().catch(undefined),
  facilityId: maybeId,
  /** Value of the dictionary `facility_type`. */
  facilityType: z.string().max(20).optional().catch(undefined),
  assigneeId: maybeId,
  /** Prefix of the code. */
  code: z.coerce.string().trim().max(50).optional().catch(undefined),
  /** Part of the name of a plan. */
  planName: z.coerce.string().trim().max(50).optional().catch(undefined),
  /** The form of new ones that is open. */
  adding: z.enum(['one', 'many']).optional().catch(undefined),
})
export type CleaningSearch = z.infer<typeof CleaningSearch>
export type CleaningView = CleaningSearch['view']

export const cleaningViews = CleaningSearch.shape.view.unwrap().options

export const noFilter: Omit<CleaningSearch, 'view' | 'open' | 'adding' | 'planName' | 'sort' | 'current' | 'size'> = {
  status: undefined,
  statusFrom: undefined,
  statusTo: undefined,
  type: undefined,
  timeliness: undefined,
  score: undefined,
  causeKind: undefined,
  facilityId: undefined,
  facilityType: undefined,
  assigneeId: undefined,
  code: undefined,
  deptId: undefined,
  from: undefined,
  to: undefined,
}
