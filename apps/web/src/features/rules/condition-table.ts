import type { ConditionKind } from '@huanwei/contract/rules/codes'

/** Fields that hold a number: its unit (a message key, `units.<unit>`), bounds and, of spans in minutes, the seconds of one. */
export const figures = {
  limit: { unit: 'speed', min: 1, max: 300, times: 1 },
  after: { unit: 'minutes', min: 1, max: 1440, times: 60 },
  rest: { unit: 'minutes', min: 1, max: 1440, times: 60 },
  grace: { unit: 'minutes', min: 1, max: 1440, times: 60 },
  radius: { unit: 'metres', min: 5, max: 5000, times: 1 },
  below: { unit: 'percent', min: 0, max: 100, times: 1 },
  above: { unit: 'percent', min: 0, max: 100, times: 1 },
  perHour: { unit: 'people', min: 1, max: 100_000, times: 1 },
} as const
export type FigureName = keyof typeof figures
export type FieldName = FigureName | 'ownAreas' | 'areaIds' | 'routeIds' | 'bit' | 'addition' | 'types' | 'metric' | 'value'

/** Fields of each kind of condition, in order. `routeIds` are `areaIds` of routes, `value` is `above` in the unit of the metric, and `areaIds` give way to own areas. */
export const conditionFields: Record<ConditionKind, readonly FieldName[]> = {
  speeding: ['limit'],
  outOfArea: ['ownAreas', 'areaIds'],
  inArea: ['ownAreas', 'areaIds'],
  offRoute: ['routeIds'],
  parked: ['after'],
  idling: ['after'],
  fatigue: ['after', 'rest'],
  offHours: [],
  terminalAlarm: ['bit'],
  activeSafety: ['addition', 'types'],
  offline: ['after'],
  absent: ['ownAreas', 'areaIds', 'after'],
  staying: ['radius', 'after'],
  late: ['ownAreas', 'areaIds', 'grace'],
  leavingEarly: ['ownAreas', 'areaIds', 'grace'],
  sos: [],
  lowBattery: ['below'],
  reading: ['metric', 'value'],
  overflow: ['above'],
  flow: ['perHour'],
}

/** The alarm types of each addition of the driving assistants; of tyres (102) the bits of their alarms. Source: spec 4, IV.6. */
export const safetyTypes: Record<number, readonly number[]> = {
  100: [1, 2, 3, 4, 5, 6, 7, 16, 17],
  101: [1, 2, 3, 4, 5, 16, 17],
  102: [1, 2, 3, 4, 5, 6, 7],
  103: [1, 2, 3],
}

/** Bits of the alarm word. Source: spec 4, IV.4. */
export const alarmBits = Array.from({ length: 32 }, (_, bit) => bit)
