import { id } from '@huanwei/contract/fields'
import { LogType } from '@huanwei/contract/logs/codes'
import { z } from 'zod'
import { dayRange } from '../../lib/time.ts'
import { pageSizes } from '../../ui/list-pages.ts'

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
const day = z.string().refine(isDay).optional().catch(undefined)
const text = z.string().trim().max(100).optional().catch(undefined)

/** Everything the address bar says about this screen. */
export const LogsSearch = z.object({
  tab: z.enum(['operations', 'errors', 'logins']).catch('operations'),
  /** Part of the name of who did it or logged in. */
  person: text,
  text,
  /** Of a log-in, as in `LoginStatus`. */
  status: z.enum(['0', '1', '2']).optional().catch(undefined),
  /** First and last day, `yyyy-MM-dd`. */
  from: day,
  to: day,
  current: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  size: z.coerce.number().pipe(z.literal(pageSizes)).catch(20),
  /** The row whose drawer is open. */
  open: id.optional().catch(undefined),
})
export type LogsSearch = z.infer<typeof LogsSearch>

export const noFilter = { person: undefined, text: undefined, status: undefined, from: undefined, to: undefined }
export type LogsFilter = Pick<LogsSearch, keyof typeof noFilter>

const common = ({ from, to, current, size }: LogsSearch) => ({
  startTime: from && dayRange(from, from).startTime,
  endTime: to && dayRange(to, to).endTime,
  current,
  size,
})

export const toLogInput = (search: LogsSearch) => ({
  ...common(search),
  type: search.tab === 'errors' ? LogType.error : LogType.operation,
  createBy: search.person,
  text: search.text,
})
export const toLoginInput = (search: LogsSearch) => ({ ...common(search), username: search.person, status: search.status })
