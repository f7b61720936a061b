import { LogType } from '../logs/codes.ts'

const upTo = (last: number) => Array.from({ length: last }, (_, i) => String(i + 1))

/** Values in the dictionaries of a new organisation; the words `dictionaries` name them: `vehicle_type.1`. */
export const seededItems = {
  /** Source: spec 4, S1 §7.4. */
  vehicle_type: upTo(10),
  /** Source: spec 4, S1 §7.4. */
  facility_type: upTo(11),
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
}

/** Facility types that the product treats in a way of their own. */
export const FacilityType = { publicToilet: '1', transferStation: '2', can: '8', ruralToilet: '9' } as const

/** The facility type of a garbage can. */
export const canType = FacilityType.can
