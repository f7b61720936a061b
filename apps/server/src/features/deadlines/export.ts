import { type Deadline, timelinessOf } from '@huanwei/contract/deadlines/rules'
import { choice, moment } from '../../lib/export-list.ts'
import { timeText } from '../../lib/time.ts'

/** Columns of an exported queue: the due time, and how a row compares with it. */
export const deadlineColumns = <Row>(deadlineOf: (row: Row) => Deadline) => [
  moment<Row>('deadlines:dueTime', (row) => deadlineOf(row).dueTime),
  choice<Row>('deadlines:timeliness', (row) => `deadlines:timeliness.${timelinessOf(deadlineOf(row), timeText(Date.now()))}`),
]
