/** Numbers of items in the dictionaries of a new organisation. Their values are 1, 2, …; the words `dictionaries` name them: `vehicle_type.1`. */
export const seededItems = {
  /** Source: spec 4, S1 §7.4. */
  vehicle_type: 10,
  /** Source: spec 4, S1 §7.4. */
  facility_type: 11,
  /** Kind of work that an inspection checks. */
  inspection_business: 5,
  /** Standard by which an inspection assesses the work. Source: spec 3, section 10. */
  assessment_standard: 8,
  /** Work of monitored people. */
  person_type: 1,
} as const

/** Facility types that the product treats in a way of their own. */
export const FacilityType = { publicToilet: '1', transferStation: '2', can: '8', ruralToilet: '9' } as const

/** The facility type of a garbage can. */
export const canType = FacilityType.can
