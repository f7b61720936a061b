/** Source: spec 3, section 11. */
export const CleaningStatus = { created: 0, assigned: 1, processed: 2, evaluated: 3, over: 4 } as const
export type CleaningStatus = (typeof CleaningStatus)[keyof typeof CleaningStatus]

/** To empty a tank, to clean, to repair. Source: spec 3, section 11. */
export const CleaningType = { suction: '0', cleaning: '1', repair: '2' } as const
export type CleaningType = (typeof CleaningType)[keyof typeof CleaningType]

/** What a report was dispatched from: a violation of a person or a vehicle, an alarm of a facility, a public event, an inspection, or a garbage can. */
export const CauseKind = {
  personViolation: 'personViolation',
  vehicleViolation: 'vehicleViolation',
  facilityAlarm: 'facilityAlarm',
  publicEvent: 'publicEvent',
  inspection: 'inspection',
  can: 'can',
} as const
export type CauseKind = (typeof CauseKind)[keyof typeof CauseKind]

/** What became of the work of a row that work is dispatched from: there is none, it is to be processed, it is processed, or there is none as it was taken back. */
export const DispatchState = { none: 'none', open: 'open', done: 'done', takenBack: 'takenBack' } as const
export type DispatchState = (typeof DispatchState)[keyof typeof DispatchState]
