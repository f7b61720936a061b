import { LogType } from '@huanwei/contract/logs/codes'
import { SmsStatus } from '@huanwei/contract/sms/codes'
import { z } from 'zod'
import { QueueSearch, toListInput } from '../queues/queue-search.ts'

const text = z.string().trim().max(100).optional().catch(undefined)

/** Everything the address bar says about this screen. */
export const LogsSearch = QueueSearch.omit({ deptId: true }).extend({
  tab: z.enum(['operations', 'errors', 'logins', 'texts']).catch('operations'),
  /** Part of the name of who did it or logged in. */
  person: text,
  text,
  /** Status of a log-in, see `LoginStatus`. */
  status: z.enum(['0', '1', '2']).optional().catch(undefined),
  /** Status of a text message. */
  sms: z.enum(SmsStatus).optional().catch(undefined),
})
export type LogsSearch = z.infer<typeof LogsSearch>
/** Of the tabs with rows of the log. */
export type LogTabSearch = LogsSearch & { tab: Exclude<LogsSearch['tab'], 'texts'> }

export const toLogInput = (search: LogTabSearch) => ({
  ...toListInput(search),
  type: search.tab === 'errors' ? LogType.error : LogType.operation,
  createBy: search.person,
  text: search.text,
})
export const toLoginInput = (search: LogTabSearch) => ({ ...toListInput(search), username: search.person, status: search.status })
