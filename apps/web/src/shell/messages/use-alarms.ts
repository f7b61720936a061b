import { AlarmType } from '@huanwei/contract/violations/codes'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'
import { dayRange, formatTime } from '../../lib/time.ts'

/** Source: spec 1, section 9. */
const pollMs = 60_000

/** Today's alarms that wait for a verdict: how many, and the newest of them. Asked again with every live message, and every minute. */
export function useAlarms(isWanted: boolean) {
  const today = formatTime(Date.now()).slice(0, 10)
  return useQuery({
    // The total is exact however few are asked for, and the reminder opens the first.
    ...query(listViolations, { alarmType: AlarmType.pending, ...dayRange(today, today), current: 1, size: 1 }),
    enabled: isWanted,
    refetchInterval: pollMs,
  })
}
