import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { type CleaningReport, listCleaning } from '@huanwei/contract/cleaning/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../lib/api.ts'
import { ofScope } from '../queues/queue-list.ts'

/** Maximum number of open reports that are looked at. */
const mostOpen = 1000

/** The open reports in sight that were dispatched from cans, by the id of the can. */
export function useWorkAtCans(): ReadonlyMap<number, CleaningReport> {
  const { data } = useQuery({
    ...query(listCleaning, { causeKind: CauseKind.can, over: 'false', current: 1, size: mostOpen }),
    ...ofScope(false),
  })
  return useMemo(
    () => new Map(data?.records.flatMap((report) => (report.causeId === null ? [] : [[report.causeId, report]]))),
    [data],
  )
}
