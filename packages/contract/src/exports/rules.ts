import { ExportStatus } from './codes.ts'

/** Exports of one person that may wait or run at a time. */
export const mostUnfinished = 5
/** How long a finished sheet is kept, days. */
export const keptDays = 7

export const isUnfinished = (status: ExportStatus) => status === ExportStatus.waiting || status === ExportStatus.running

/** A stopped export goes on with the row where it stopped. */
export const canResume = (status: ExportStatus) => status === ExportStatus.cancelled || status === ExportStatus.failed

/** Whether all that was in reach when an export began still is: `departments` null means all of the tenant. */
export const covers = (departments: readonly number[] | null, began: readonly number[] | null) =>
  departments === null || (began?.every((one) => departments.includes(one)) ?? false)
