/** Status of an export. Cancelled and failed ones can be resumed. */
export const ExportStatus = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  cancelled: 'cancelled',
  failed: 'failed',
} as const
export type ExportStatus = (typeof ExportStatus)[keyof typeof ExportStatus]
