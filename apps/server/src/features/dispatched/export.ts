import type { WithWork } from '@huanwei/contract/cleaning/endpoints'
import { cleaningStatusWords } from '@huanwei/contract/cleaning/rules'
import { choice, text } from '../../lib/export-list.ts'

/** Columns of an exported list: the newest work that was dispatched from a row, its state, and who does it. */
export const workColumns = <Row extends WithWork>() => [
  text<Row>('cleaning:work.code', ({ work }) => work?.code ?? null, 20),
  choice<Row>('cleaning:work.status', ({ work }) => work && `cleaning:status.${cleaningStatusWords[work.status]}`),
  text<Row>('cleaning:work.assignee', ({ work }) => work?.assigneeName ?? null),
]
