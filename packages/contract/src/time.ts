/** Lengths of time, ms. */
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000
/** True of a day that work can be about: within the last 10 years or the next 2. `now` as ms; pure. */
export const isNearDay = (day: string, now: number) => {
  const at = Date.parse(day)
  return at >= now - 3653 * dayMs && at <= now + 731 * dayMs
}
/** Offset of Asia/Shanghai from UTC, the same all year, ms. */
export const shanghaiMs = 8 * hourMs
