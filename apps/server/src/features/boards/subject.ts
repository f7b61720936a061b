import { BoardAbout, mostDaysBack } from '@huanwei/contract/boards/codes'
import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import { Every } from '@huanwei/contract/reports/codes'
import { longestDays, spanAround } from '@huanwei/contract/reports/rules'
import { dayMs } from '@huanwei/contract/time'
import { Refused } from '../../http/refuse.ts'
import { dayText } from '../../lib/time.ts'
import type { Latest } from '../../position/latest/latest.ts'
import type { BoardScope } from './compute.ts'
import { isOnPaper } from './preset.ts'
import type { BoardSubject } from './source.ts'

/** The day asked for, as far as it is one of the last so many, or yesterday. */
function pastDay(asked: string | undefined, daysBack: number) {
  const now = Date.now()
  const [first, last] = [dayText(now - daysBack * dayMs), dayText(now)]
  if (asked === undefined) return dayText(now - dayMs)
  return asked < first ? first : asked > last ? last : asked
}

/** The whole day, week or month that a report is about. */
const spanOf = (day: string, period: Every = Every.day) => ({ period, ...spanAround(period, day) })

/** The day, span or facility in scope that a board is about. A facility out of scope is one that does not exist. */
export function subjectOf(
  latest: Latest,
  board: BoardDefinition,
  { tenantId, departments }: BoardScope,
  { day, facilityId, period, span }: BoardSubject & { period?: Every | undefined },
) {
  if (isOnPaper(board)) return { span: span ?? spanOf(pastDay(day, longestDays), period) }
  if (board.about !== BoardAbout.facility) return { day: board.about === BoardAbout.day ? pastDay(day, mostDaysBack) : undefined }
  const found = facilityId === undefined ? undefined : latest.facilities.of(tenantId).get(facilityId)
  if (!found || departments?.includes(found.deptId) === false)
    throw new Refused(200, 'boards:refusal.facility', {}, 'board_facility')
  return { facilityId, name: found.name }
}
