/** A time of a day as `HH:mm`, with the day before it when it is another. */
export const clockOf = (day: string, time: string) => (time.startsWith(day) ? time.slice(11, 16) : time.slice(5, 16))

/** Both ends of a span; empty when there is none. */
export const clockSpan = (day: string, from: string | null, to: string | null) =>
  from && to ? `${clockOf(day, from)} – ${clockOf(day, to)}` : ''
