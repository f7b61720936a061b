import { ExportStatus } from '@huanwei/contract/exports/codes'
import { id } from '@huanwei/contract/fields'
import { ReportKind } from '@huanwei/contract/reports/codes'
import { z } from 'zod'
import { ListPlace } from '../../ui/list/list-pages.ts'

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const ReportsSearch = z.object({
  view: z.enum(['reports', 'schedules']).catch('reports'),
  name: z.string().trim().max(60).optional().catch(undefined),
  kind: z.enum(ReportKind).optional().catch(undefined),
  status: z.enum(ExportStatus).optional().catch(undefined),
  deptId: id.optional().catch(undefined),
  ...ListPlace.shape,
  /** The report or the schedule that is open. */
  open: z
    .union([id, z.literal('new')])
    .optional()
    .catch(undefined),
  /** Page of the rows of an open report. */
  rows: z.coerce.number().int().min(1).catch(1),
})
export type ReportsSearch = z.infer<typeof ReportsSearch>
