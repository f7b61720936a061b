import { dayMs, hourMs, shanghaiMs } from '@huanwei/contract/time'

/** Activity of the city in each hour of a day, from midnight. */
const activity = [1, 1, 1, 1, 1, 2, 5, 9, 8, 6, 6, 8, 10, 8, 6, 6, 7, 9, 10, 9, 7, 5, 3, 2]
const wholeDay = activity.reduce((sum, level) => sum + level, 0)

/**
 * Days since 1970 (Asia/Shanghai), where an hour counts by the activity of the city in it: noon passes faster than night. `time`: epoch ms.
 */
export function activityDays(time: number): number {
  const local = time + shanghaiMs
  const hour = (local % dayMs) / hourMs
  const fullHours = activity.slice(0, Math.floor(hour)).reduce((sum, level) => sum + level, 0)
  return Math.floor(local / dayMs) + (fullHours + (activity[Math.floor(hour)] ?? 0) * (hour % 1)) / wholeDay
}
