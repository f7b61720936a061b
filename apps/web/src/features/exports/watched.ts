import { ExportStatus } from '@huanwei/contract/exports/codes'
import { type ExportJob, listExports } from '@huanwei/contract/exports/endpoints'
import { isUnfinished } from '@huanwei/contract/exports/rules'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { query } from '../../lib/api.ts'

/** Polling interval while an export is under way, ms. */
const askMs = 1500

/** True when the user looks at exports or has begun one since the page was loaded; only then are they polled. */
const useWatch = create(() => ({ isWatched: false }))

/** Exports whose end the person is told. */
export const awaited = new Set<number>()

export const watchExports = () => useWatch.setState({ isWatched: true })

/** The person's exports, the latest first; asked for again while one is under way. */
export function useExports() {
  const isWatched = useWatch((s) => s.isWatched)
  return useQuery({
    ...query(listExports, {}),
    enabled: isWatched,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => isUnfinished(status)) ? askMs : false),
  })
}

/** Puts an export that the server just answered before the others; its end is told, however soon it comes. */
export function showExport(cache: QueryClient, job: ExportJob) {
  awaited.add(job.id)
  watchExports()
  const { queryKey } = query(listExports, {})
  cache.setQueryData(queryKey, (before) => [job, ...(before ?? []).filter(({ id }) => id !== job.id)])
  void cache.invalidateQueries({ queryKey })
}

export const hasEnded = ({ status }: ExportJob) => status === ExportStatus.done || status === ExportStatus.failed

/** 0 to 100; null while the rows are counted. */
export const percentOf = ({ done, total }: Pick<ExportJob, 'done' | 'total'>) =>
  total === null ? null : total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100))
