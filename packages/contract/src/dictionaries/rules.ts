import { mostLeaveType } from '../approvals/codes.ts'
import { FacilityType, type SeededDictionary, seededItems, VehicleFunction } from './codes.ts'

const ofSystem: ReadonlySet<string> = new Set<SeededDictionary>(['person_type', 'log_type', 'dict_type'])

/** True for a dictionary of the system, which nobody changes. Pure. */
export const isSystemDictionary = (type: string) => ofSystem.has(type)

/** True for a dictionary that the product reads: it stays, whoever adds items to it. Pure. */
export const isReadByProduct = (type: string) => Object.hasOwn(seededItems, type)

/** Values that rules of the product depend on, by dictionary. Somebody may call one of their own `constructor`. */
const depended: ReadonlyMap<string, readonly string[]> = new Map([
  ['facility_type', Object.values(FacilityType)],
  ['vehicle_function', Object.values(VehicleFunction)],
  ['inspection_business', seededItems.inspection_business],
  ['assessment_standard', seededItems.assessment_standard],
  ['leave_type', seededItems.leave_type],
])

/** True for an item of the system: its value and labels stay, and it is never removed. It can be sorted and switched off. Pure. */
export const isSystemItem = (type: string, value: string) => isSystemDictionary(type) || !!depended.get(type)?.includes(value)

/** True when rows can keep `value`: a type of leave is stored as a number. Pure. */
export const isValueOf = (type: string, value: string) =>
  type !== 'leave_type' || (/^(0|[1-9]\d*)$/.test(value) && Number(value) <= mostLeaveType)

/** Most dictionaries of an organisation and most items of one, so that their lists need no pages. */
export const mostDictionaries = 200
export const mostItems = 500
