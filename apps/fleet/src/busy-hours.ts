const dayMs = 86_400_000
const shanghaiMs = 8 * 3_600_000
/** How busy each hour of a day is, from midnight. */
const busy = [1, 1, 1, 1, 1, 2, 5, 9, 8, 6, 6, 8, 10, 8, 6, 6, 7, 9, 10, 9, 7, 5, 3, 2]
const whole = busy.reduce((sum, one) => sum + one, 0)

/** Days since 1970 as the city lives them, in Asia/Shanghai: a noon goes faster than a night. `time`: epoch ms. */
export function livedDays(time: number): number {
  const local = time + shanghaiMs
  const hour = (local % dayMs) / 3_600_000
  const before = busy.slice(0, Math.floor(hour)).reduce((sum, one) => sum + one, 0)
  return Math.floor(local / dayMs) + (before + (busy[Math.floor(hour)] ?? 0) * (hour % 1)) / whole
}
