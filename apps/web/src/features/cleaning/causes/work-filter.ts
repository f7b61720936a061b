import { pageCans } from '@huanwei/contract/cans/endpoints'
import { DispatchState } from '@huanwei/contract/cleaning/codes'
import { getCauseWork } from '@huanwei/contract/cleaning/endpoints'
import { listComplaints } from '@huanwei/contract/complaints/endpoints'
import { listInspections } from '@huanwei/contract/inspections/endpoints'
import { listPushes } from '@huanwei/contract/messages/endpoints'
import { listOverflow } from '@huanwei/contract/trees/endpoints'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useLiveWork } from '../../../live/start.ts'

/** What shows the work that its rows led to. */
export const workShown = [getCauseWork, listPushes, listViolations, listComplaints, listInspections, pageCans, listOverflow]

/** State of the filter in the address bar. */
export const workSearch = { work: z.enum(DispatchState).optional().catch(undefined) }

/** Label and values of the filter by what became of the work of a row. While its list is on the screen, what somebody does with such work asks for it anew. */
export function useWorkFilter() {
  const { t } = useTranslation('cleaning')
  const queries = useQueryClient()
  useLiveWork(() => {
    for (const { path } of workShown) void queries.invalidateQueries({ queryKey: [path] })
  })
  return [t('work.status'), Object.values(DispatchState).map((value) => ({ value, label: t(`work.state.${value}`) }))] as const
}
