import { listShortMessages, type ShortMessage } from '@huanwei/contract/sms/endpoints'
import { choice, type ExportList, exportList, moment, rowId, text } from '../../lib/export-list.ts'
import { findShortMessages } from './queries.ts'
import { smsMessages } from './table.ts'

/** Lists of this noun that can be exported. */
export const smsExports: readonly ExportList[] = [
  exportList(listShortMessages, 'sms:title', {
    key: { tenantId: smsMessages.tenantId, time: smsMessages.createTime, id: smsMessages.id },
    idOf: rowId,
    columns: [
      moment<ShortMessage>('sms:time', (row) => row.createTime),
      text<ShortMessage>('sms:recipient', (row) => row.name),
      text<ShortMessage>('sms:mobile', (row) => row.mobile),
      text<ShortMessage>('sms:text', (row) => row.text, 50),
      choice<ShortMessage>('sms:status', (row) => `sms:statuses.${row.status}`),
      moment<ShortMessage>('sms:sentTime', (row) => row.sentTime),
      text<ShortMessage>('sms:error', (row) => row.error, 40),
    ],
    find: findShortMessages,
  }),
]
