import { id } from '@huanwei/contract/fields'
import { JobType, WorkState } from '@huanwei/contract/work/codes'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { formatTime } from '../../lib/time.ts'
import { maybeId, QueueSearch } from '../queues/queue-search.ts'

export const workViews = ['tasks', 'map', 'plans'] as const
export type WorkView = (typeof workViews)[number]

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const WorkSearch = QueueSearch.omit({ open: true, from: true, to: true }).extend({
  view: z.enum(workViews).catch('tasks'),
  /** `yyyy-MM-dd`; today unless given. */
  day: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
    .optional()
    .catch(undefined),
  vehicleId: maybeId,
  userId: maybeId,
  planId: maybeId,
  workState: z.enum(WorkState).optional().catch(undefined),
  name: z.string().trim().max(50).optional().catch(undefined),
  jobType: z.enum(JobType).optional().catch(undefined),
  /** The task or the plan whose drawer is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
})
export type WorkSearch = z.infer<typeof WorkSearch>

/** Props of each view: `lead` chooses among them. */
export type WorkViewProps = { lead: ReactNode; search: WorkSearch; onSearch: (change: Partial<WorkSearch>) => void }

export const today = () => formatTime(Date.now()).slice(0, 10)

/** Refresh interval of what was done, ms. */
export const againMs = 30_000
