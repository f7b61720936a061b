/** What the value of a parameter is; on the wire it is always text, yes and no are `1` and `0`. */
export const ParameterKind = { number: 'number', yesNo: 'yesNo', text: 'text' } as const
export type ParameterKind = (typeof ParameterKind)[keyof typeof ParameterKind]

/** Parameters that the product reads, with what holds until somebody changes it. Bounds are inclusive. */
export const builtInParameters = {
  /** Hours from the report in which an approach to suction, cleaning or repair is to be processed. */
  cleaning_suction_hours: { kind: 'number', start: 24, least: 1, most: 720 },
  cleaning_cleaning_hours: { kind: 'number', start: 12, least: 1, most: 720 },
  cleaning_repair_hours: { kind: 'number', start: 48, least: 1, most: 720 },
  /** Hours in which a public event is to be answered and an application decided. */
  complaint_hours: { kind: 'number', start: 24, least: 1, most: 720 },
  approval_hours: { kind: 'number', start: 24, least: 1, most: 720 },
  /** Whether only the days of the work calendar count for these deadlines, or all days. */
  cleaning_calendar: { kind: 'yesNo', start: 0, least: 0, most: 1 },
  inspection_calendar: { kind: 'yesNo', start: 0, least: 0, most: 1 },
  complaint_calendar: { kind: 'yesNo', start: 1, least: 0, most: 1 },
  approval_calendar: { kind: 'yesNo', start: 1, least: 0, most: 1 },
  /** Whether people are reminded of overdue cleaning reports. */
  cleaning_overdue_reminder: { kind: 'yesNo', start: 1, least: 0, most: 1 },
  /** Whether people are told each day what is overdue and due, and from which hour on. */
  deadline_digest: { kind: 'yesNo', start: 1, least: 0, most: 1 },
  deadline_digest_hour: { kind: 'number', start: 8, least: 0, most: 23 },
  /** Fill level from which a can is overfull, percent. */
  can_overfull_percent: { kind: 'number', start: 80, least: 10, most: 100 },
  /** Minutes for which a claimed event is one person's. */
  claim_minutes: { kind: 'number', start: 5, least: 1, most: 60 },
  /** Days before the last day of a document at which people are first reminded. */
  document_reminder_days: { kind: 'number', start: 30, least: 8, most: 180 },
  /** Days for which an exported sheet is kept. */
  export_kept_days: { kind: 'number', start: 7, least: 1, most: 30 },
} as const satisfies Record<string, { kind: 'number' | 'yesNo'; start: number; least: number; most: number }>
export type BuiltInParameter = keyof typeof builtInParameters

/** '0' in use, '1' switched off: nobody is answered its value. */
export const ParameterStatus = { on: '0', off: '1' } as const
export type ParameterStatus = (typeof ParameterStatus)[keyof typeof ParameterStatus]

/** Kinds of use by which the family sorts parameters. Source: spec 4, S1 §7.4. */
export const ParameterType = { other: '0', system: '1', business: '2' } as const
export type ParameterType = (typeof ParameterType)[keyof typeof ParameterType]

/** Parameters of one organisation. */
export const mostParameters = 300
