import { LogType } from '@huanwei/contract/logs/codes'
import { z } from 'zod'
import { QueueSearch, toListInput } from '../messages/queue-search.ts'

const text = z.string().trim().max(100).optional().catch(undefined)

/** Everything the address bar says about this screen. */
export const LogsSearch = QueueSearch.omit({ deptId: true }).extend({
  tab: z.enum(['operations', 'errors', 'logins']).catch('operations'),
  /** Part of the name of who did it or logged in. */
  person: text,
  text,
  /** Of a log-in, as in `LoginStatus`. */
  status: z.enum(['0', '1', '2']).optional().catch(undefined),
})
export type LogsSearch = z.infer<typeof LogsSearch>

export const noFilter: Pick<LogsSearch, 'person' | 'text' | 'status' | 'from' | 'to'> = {
  ...{ person: undefined, text: undefined, status: undefined, from: undefined, to: undefined },
}

export const toLogInput = (search: LogsSearch) => ({
  ...toListInput(search),
  type: search.tab === 'errors' ? LogType.error : LogType.operation,
  createBy: search.person,
  text: search.text,
})
export const toLoginInput = (search: LogsSearch) => ({ ...toListInput(search), username: search.person, status: search.status })
