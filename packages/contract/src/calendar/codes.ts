/** What a marked day of the work calendar is, whatever its weekday: one with the hours of a Monday, one without hours. */
export const DayKind = { work: 'work', rest: 'rest' } as const
export type DayKind = (typeof DayKind)[keyof typeof DayKind]
