/** What happened to an emergency. */
export const EmergencyAct = {
  called: 'called',
  calledAgain: 'calledAgain',
  drilled: 'drilled',
  told: 'told',
  acknowledged: 'acknowledged',
  closed: 'closed',
  /** Closed by the verdict on its violation. */
  judged: 'judged',
  /** Open again: the verdict that closed it was undone. */
  reopened: 'reopened',
  /** Closed because nobody acknowledged it for half a day. */
  lapsed: 'lapsed',
} as const
export type EmergencyAct = (typeof EmergencyAct)[keyof typeof EmergencyAct]

/** People who are told of an emergency, one tier after the other. Source: spec 3, section 21. */
export const Tier = { onDuty: 0, offDuty: 1, administrators: 2 } as const
export type Tier = (typeof Tier)[keyof typeof Tier]

/** State of an emergency: `lapsed` ended without anybody. */
export const EmergencyState = { waiting: 'waiting', acknowledged: 'acknowledged', closed: 'closed', lapsed: 'lapsed' } as const
export type EmergencyState = (typeof EmergencyState)[keyof typeof EmergencyState]
