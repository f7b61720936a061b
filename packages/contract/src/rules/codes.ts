import { ObjectType } from '../objects.ts'
import { Metric } from '../readings/codes.ts'

/** Condition of a rule. Source: spec 3, section 9. */
export const ConditionKind = {
  speeding: 'speeding',
  outOfArea: 'outOfArea',
  inArea: 'inArea',
  offRoute: 'offRoute',
  parked: 'parked',
  idling: 'idling',
  fatigue: 'fatigue',
  offHours: 'offHours',
  terminalAlarm: 'terminalAlarm',
  activeSafety: 'activeSafety',
  offline: 'offline',
  absent: 'absent',
  staying: 'staying',
  late: 'late',
  leavingEarly: 'leavingEarly',
  sos: 'sos',
  lowBattery: 'lowBattery',
  reading: 'reading',
  overflow: 'overflow',
  flow: 'flow',
} as const
export type ConditionKind = (typeof ConditionKind)[keyof typeof ConditionKind]

/** Conditions that rules of each kind of object may have. */
export const conditionKinds = {
  [ObjectType.vehicle]: [
    'speeding',
    'outOfArea',
    'inArea',
    'offRoute',
    'parked',
    'idling',
    'fatigue',
    'offHours',
    'terminalAlarm',
    'activeSafety',
    'offline',
  ],
  [ObjectType.person]: ['absent', 'outOfArea', 'staying', 'late', 'leavingEarly', 'sos', 'lowBattery', 'offline'],
  [ObjectType.facility]: ['reading', 'overflow', 'flow', 'offline'],
} as const satisfies Record<ObjectType, readonly ConditionKind[]>

/** These say something only of a rule with hours. */
export const hourlyKinds: readonly ConditionKind[] = ['offHours', 'late', 'leavingEarly']

/** Severity of a violation in force: decides the status colour (2 alert, 3 warning). */
export const Severity = { alarm: 'alarm', warning: 'warning' } as const
export type Severity = (typeof Severity)[keyof typeof Severity]

/** Quantity of a limit: a speed in km/h, or a metric in its unit. */
export const Measure = { speed: 'speed', ...Metric } as const
export type Measure = (typeof Measure)[keyof typeof Measure]
