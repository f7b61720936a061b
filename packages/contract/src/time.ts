/** Lengths of time, ms. */
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000
/** Offset of Asia/Shanghai from UTC, the same all year, ms. */
export const shanghaiMs = 8 * hourMs
