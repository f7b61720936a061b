import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { countPendingCleaning, getCleaning, getPendingCleaning, listCleaning } from '@huanwei/contract/cleaning/endpoints'
import { beforeProcessing } from '@huanwei/contract/cleaning/rules'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import { toDatedInput } from '../deadlines/deadline-search.ts'
import { ofScope } from '../queues/queue-list.ts'
import { toListInput } from '../queues/queue-search.ts'
import { workShown } from './causes/work-filter.ts'
import type { CleaningSearch } from './cleaning-search.ts'

/** Input of an act on a report. */
export const shown = [getCleaning, listCleaning, getPendingCleaning, countPendingCleaning, ...workShown]

/** Reports are pushed to nobody: every list asks again by itself. Source: spec 1, section 9. */
const live = ofScope(false)

export const listQuery = (search: CleaningSearch) => {
  const { status, statusFrom, statusTo, type, score, causeKind, facilityId, facilityType, assigneeId, code } = search
  const asked = { status, statusFrom, statusTo, type, score, causeKind, facilityId, facilityType, assigneeId, code }
  return query(listCleaning, { ...toListInput(search), ...toDatedInput(search, isOpenStatus(status)), ...asked })
}
/** Whether reports of a state are still to be processed; undefined of all states. */
export const isOpenStatus = (status: CleaningStatus | undefined) =>
  status === undefined ? undefined : beforeProcessing.includes(status)

export const useCleaningList = (search: CleaningSearch) =>
  useQuery({ ...listQuery(search), ...live, enabled: search.view === 'list' })

/** Pending messages of the user, page by page. */
export function useWaiting({ current, size }: Pick<CleaningSearch, 'current' | 'size'>) {
  const first = (current - 1) * size
  return useQuery({
    ...query(getPendingCleaning, {}),
    ...live,
    select: (all) => ({ records: all.slice(first, first + size), total: all.length }),
  })
}

/** Limit of cards in a column of the board. */
const cards = 20
const columnQuery = ({ type, timeliness, deptId }: CleaningSearch, status: CleaningStatus) =>
  query(listCleaning, { status, type, timeliness, deptId, current: 1, size: cards })
/** One column of the board: the newest of a state, and how many there are. */
export const useColumn = (search: CleaningSearch, status: CleaningStatus) => useQuery({ ...columnQuery(search, status), ...live })

/** Limit of reports on the map. */
const mostOnMap = 1000
/** Open reports, for the map. */
export const useOpenReports = ({ type, timeliness, deptId }: CleaningSearch) =>
  useQuery({
    ...query(listCleaning, { over: 'false', type, timeliness, deptId, current: 1, size: mostOnMap }),
    ...live,
  })

/** Prefetches the reports of the board. */
export function askCleaning(queries: QueryClient, search: CleaningSearch) {
  if (search.view === 'list') void queries.prefetchQuery(listQuery(search))
  if (search.view === 'board')
    for (const status of Object.values(CleaningStatus)) void queries.prefetchQuery(columnQuery(search, status))
}
