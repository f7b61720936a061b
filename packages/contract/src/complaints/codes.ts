/** Source: spec 1, section 3. */
export const ComplaintType = { complaint: 0, feedback: 1 } as const
export type ComplaintType = (typeof ComplaintType)[keyof typeof ComplaintType]

/** 0 and 1 both wait. Source: spec 1, section 3. */
export const ComplaintStatus = { new: 0, pending: 1, handled: 2 } as const
export type ComplaintStatus = (typeof ComplaintStatus)[keyof typeof ComplaintStatus]

/** Calls of a citizen's phone, without a login. Source: spec 3, section 10. */
export const citizenPaths = {
  facility: '/open/facility/:facilityCode',
  upload: '/open/wcComplaint/upload/:facilityCode',
  nearby: '/open/wcComplaint/nearby/:facilityCode',
  report: '/open/wcComplaint',
  status: '/open/wcComplaint/:reportCode',
  photo: '/open/wcComplaint/:reportCode/photo/:fileName',
  score: '/open/wcComplaint/score/:reportCode',
} as const

/** The citizen's satisfaction with an answer: 1 very dissatisfied, 5 very satisfied. */
export const scores = [1, 2, 3, 4, 5] as const

/** Limits of a citizen's report: characters, photos, bytes of one photo as received. */
export const reportLimits = {
  content: 1000,
  position: 200,
  person: 50,
  contact: 50,
  photos: 6,
  photoBytes: 8 * 1024 * 1024,
} as const

/** Characters of what a citizen adds to the satisfaction. */
export const longestScoreRemark = 300

/** Citizens by how satisfied the answer left them: 1 or 2, 3, 4 or 5, or not said. */
export const ScoreBand = {
  dissatisfied: 'dissatisfied',
  neutral: 'neutral',
  satisfied: 'satisfied',
  unsaid: 'unsaid',
} as const
export type ScoreBand = (typeof ScoreBand)[keyof typeof ScoreBand]

/** Work that a public event led to, as the citizen sees it. */
export const ReportProgress = { planned: 'planned', underway: 'underway', done: 'done' } as const
export type ReportProgress = (typeof ReportProgress)[keyof typeof ReportProgress]
