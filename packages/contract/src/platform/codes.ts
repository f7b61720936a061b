/** Work that the product does by itself at regular times. */
export const jobNames = [
  'abandonedRecordings',
  'abandonedSpeeches',
  'attendance',
  'claims',
  'cleaning',
  'dataDays',
  'deadlines',
  'emergencies',
  'expiringDocuments',
  'forgottenDocuments',
  'missedSpeeches',
  'oldCalls',
  'oldMarks',
  'oldRecordings',
  'oldServerAlarms',
  'oldSessions',
  'oldSpeeches',
  'oldTexts',
  'orphanFiles',
  'pushTallies',
  'serverAlarms',
  'scheduledRecordings',
  'tenants',
  'texts',
  'trackDays',
  'unusedFiles',
  'unusedPhotos',
  'usedFiles',
  'visits',
  'workTasks',
] as const
export type JobName = (typeof jobNames)[number]

/** What a process does: terminals (gateway), storing, judging and jobs (worker), HTTP and the live channel (api), pictures and voices (media). */
export const processRoles = ['gateway', 'worker', 'api', 'media'] as const
export type ProcessRole = (typeof processRoles)[number]
