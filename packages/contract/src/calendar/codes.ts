/** Kind of a marked day of the work calendar, whatever its weekday: the hours of a Monday, or no hours. */
export const DayKind = { work: 'work', rest: 'rest' } as const
export type DayKind = (typeof DayKind)[keyof typeof DayKind]
