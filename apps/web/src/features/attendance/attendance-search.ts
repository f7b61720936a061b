import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import { AttendanceState, RosterState } from '@huanwei/contract/attendance/codes'
import { dayMs } from '@huanwei/contract/time'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { formatTime } from '../../lib/time.ts'
import { maybeId, QueueSearch } from '../queues/queue-search.ts'

export const views = ['roster', 'days', 'sheet', 'adjustments'] as const
export type AttendanceView = (typeof views)[number]

/** `due`: seen or not, but not absent with approval. */
export const rosterFilters = ['due', ...Object.values(RosterState)] as const

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const AttendanceSearch = QueueSearch.extend({
  view: z.enum(views).catch('days'),
  objectId: maybeId,
  rosterState: z.enum(rosterFilters).optional().catch(undefined),
  dayState: z.enum(AttendanceState).optional().catch(undefined),
  status: z.coerce.number().pipe(z.enum(AdjustmentStatus)).optional().catch(undefined),
  /** `yyyy-MM`; the latest month unless given. */
  month: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
  /** The day whose drawer is open beside the sheet. */
  day: maybeId,
})
export type AttendanceSearch = z.infer<typeof AttendanceSearch>

/** Props of each view: `lead` chooses among them. */
export type ViewProps = {
  lead: ReactNode
  search: AttendanceSearch
  onSearch: (change: Partial<AttendanceSearch>) => void
}

/** The month of yesterday: on its first day a month has nothing to show, and people look at the one that has just ended. */
export const latestMonth = () => formatTime(Date.now() - dayMs).slice(0, 7)
