/** What a vehicle rule looks at. Source: spec 3, section 9. */
export const ConditionKind = {
  speeding: 'speeding',
  outOfArea: 'outOfArea',
  terminalAlarm: 'terminalAlarm',
  offline: 'offline',
} as const
export type ConditionKind = (typeof ConditionKind)[keyof typeof ConditionKind]

/** How grave a violation in force is: decides the status colour (2 alert, 3 warning). */
export const Severity = { alarm: 'alarm', warning: 'warning' } as const
export type Severity = (typeof Severity)[keyof typeof Severity]
