/** With `ifReturn` 1 a waiting one was returned. Source: spec 2, section 4.3. */
export const InspectionStatus = { waiting: 1, fedBack: 2, closed: 3 } as const
export type InspectionStatus = (typeof InspectionStatus)[keyof typeof InspectionStatus]

/** Tab of an inspection in a recipient's list: `status` of its push record. Source: spec 2, section 4.3. */
export const InspectionTab = { waiting: 1, fedBack: 2, closed: 3, returned: 4 } as const
export type InspectionTab = (typeof InspectionTab)[keyof typeof InspectionTab]
