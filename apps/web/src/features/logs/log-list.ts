import { listLoginLogs, listLogs } from '@huanwei/contract/logs/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import { type LogTabSearch, toLogInput, toLoginInput } from './log-search.ts'

/** Operations or errors; not asked for while log-ins are shown. */
export const useLogs = (search: LogTabSearch) =>
  useQuery({ ...query(listLogs, toLogInput(search)), enabled: search.tab !== 'logins', placeholderData: keepPreviousData })

export const useLogins = (search: LogTabSearch) =>
  useQuery({ ...query(listLoginLogs, toLoginInput(search)), enabled: search.tab === 'logins', placeholderData: keepPreviousData })
