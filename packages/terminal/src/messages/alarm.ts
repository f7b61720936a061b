/** Bits of the alarm word of a location. Source: spec 4, IV.4. */
export const AlarmBit = {
  sos: 0,
  overspeed: 1,
  fatigue: 2,
  danger: 3,
  gnssFault: 4,
  antennaCut: 5,
  antennaShort: 6,
  powerLow: 7,
  powerLost: 8,
  displayFault: 9,
  speechFault: 10,
  cameraFault: 11,
  cardReaderFault: 12,
  overspeedWarning: 13,
  fatigueWarning: 14,
  /** 2019 */
  illegalDriving: 15,
  /** 2019 */
  tyrePressureWarning: 16,
  /** 2019 */
  rightTurnBlindZone: 17,
  dayDrivingExceeded: 18,
  parkingExceeded: 19,
  areaCrossing: 20,
  routeCrossing: 21,
  sectionTime: 22,
  routeDeviation: 23,
  speedSensorFault: 24,
  abnormalFuel: 25,
  stolen: 26,
  illegalIgnition: 27,
  illegalDisplacement: 28,
  collisionWarning: 29,
  rolloverWarning: 30,
  illegalDoorOpening: 31,
} as const
export type AlarmName = keyof typeof AlarmBit

/** Bits of the status word of a location; bits 8 and 9 are the load, see `loadOf`. Source: spec 4, IV.4. */
export const StatusBit = {
  accOn: 0,
  located: 1,
  south: 2,
  west: 3,
  outOfService: 4,
  coordinatesEncrypted: 5,
  /** 2019 */
  forwardCollisionWarning: 6,
  /** 2019 */
  laneDepartureWarning: 7,
  oilCut: 10,
  powerCut: 11,
  doorsLocked: 12,
  frontDoorOpen: 13,
  middleDoorOpen: 14,
  backDoorOpen: 15,
  driverDoorOpen: 16,
  customDoorOpen: 17,
  gps: 18,
  beidou: 19,
  glonass: 20,
  galileo: 21,
  /** 2019 */
  moving: 22,
} as const
export type StatusName = keyof typeof StatusBit

/** Alarms that a terminal clears when the platform confirms them by 0x8203 or result 4. Source: spec 4, IV.4. */
export const confirmableAlarms = [
  'sos',
  'danger',
  'areaCrossing',
  'routeCrossing',
  'sectionTime',
  'illegalIgnition',
  'illegalDisplacement',
  'illegalDoorOpening',
] as const satisfies readonly AlarmName[]

/** True when `bit` (0 to 31) is set. */
export const hasBit = (mask: number, bit: number) => ((mask >>> bit) & 1) === 1

/** Mask of these alarms, u32. */
export const alarmMask = (names: Iterable<AlarmName>) => {
  let mask = 0
  for (const name of names) mask |= 1 << AlarmBit[name]
  return mask >>> 0
}

const isAlarmName = (name: string): name is AlarmName => name in AlarmBit
const alarmNames = Object.keys(AlarmBit).filter(isAlarmName)

/** The alarms set in an alarm word, lowest bit first. */
export const alarmBits = (mask: number): AlarmName[] =>
  mask === 0 ? [] : alarmNames.filter((name) => hasBit(mask, AlarmBit[name]))

/** The load in a status word; undefined for the reserved value. */
export const loadOf = (status: number) => (['empty', 'half', undefined, 'full'] as const)[(status >>> 8) & 3]
