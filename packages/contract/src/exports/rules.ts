import { ExportStatus } from './codes.ts'

/** Exports of one person that may wait or run at a time. */
export const mostUnfinished = 5
/** Exports of one person that are kept, finished ones included. */
export const mostKept = 50

export const isUnfinished = (status: ExportStatus) => status === ExportStatus.waiting || status === ExportStatus.running

/** A stopped export goes on with the row where it stopped. */
export const canResume = (status: ExportStatus) => status === ExportStatus.cancelled || status === ExportStatus.failed

/** True when everything in reach at the start of an export still is: `departments` null means the whole tenant. */
export const covers = (departments: readonly number[] | null, began: readonly number[] | null) =>
  departments === null || (began?.every((one) => departments.includes(one)) ?? false)
