/** Source: spec 3, section 11. */
export const CleaningStatus = { created: 0, assigned: 1, processed: 2, evaluated: 3, over: 4 } as const
export type CleaningStatus = (typeof CleaningStatus)[keyof typeof CleaningStatus]

/** To empty a tank, to clean, to repair. Source: spec 3, section 11. */
export const CleaningType = { suction: '0', cleaning: '1', repair: '2' } as const
export type CleaningType = (typeof CleaningType)[keyof typeof CleaningType]
