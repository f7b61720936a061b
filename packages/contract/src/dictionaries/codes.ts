import { LeaveType } from '../approvals/codes.ts'
import { LogType } from '../logs/codes.ts'

/** Use of a vehicle; chips and `…ByFunction` calls group by it. */
export const VehicleFunction = { cleaning: '1', watering: '2', collecting: '3', suction: '4', other: '9' } as const

const upTo = (last: number) => Array.from({ length: last }, (_, i) => String(i + 1))

/** Values in the dictionaries of a new organisation; the words `dictionaries` name them: `vehicle_type.1`. */
export const seededItems = {
  /** Source: spec 4, S1 §7.4. */
  vehicle_type: upTo(10),
  /** Source: spec 4, S1 §7.4. */
  facility_type: [...upTo(11), 'restaurant'],
  /** Kind of work that an inspection checks. */
  inspection_business: upTo(5),
  /** Standard by which an inspection assesses the work. Source: spec 3, section 10. */
  assessment_standard: upTo(8),
  /** Work of monitored people. */
  person_type: upTo(1),
  /** Of a log row, for the family's clients. */
  log_type: Object.values(LogType),
  /** Of a dictionary: 1 belongs to the system. Source: spec 4, S1 §7.4. */
  dict_type: ['1', '0'],
  /** Of a photo or document of an asset. */
  document_kind: upTo(8),
  vehicle_function: Object.values(VehicleFunction),
  /** Source: spec 2, section 4.4. */
  leave_type: Object.values(LeaveType).map(String),
}
export type SeededDictionary = keyof typeof seededItems

/** Facility types that the product treats in a way of their own. */
export const FacilityType = {
  publicToilet: '1',
  transferStation: '2',
  can: '8',
  ruralToilet: '9',
  /** A word and not a number, as organisations may have added items with the next numbers. */
  restaurant: 'restaurant',
} as const

/** The facility type of a garbage can. */
export const canType = FacilityType.can
