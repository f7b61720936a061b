import { type FileRow, listFiles } from '@huanwei/contract/files/endpoints'
import { type ExportList, exportList, figure, moment, rowId, text } from '../../lib/export-list.ts'
import { findFileRows } from './queries.ts'
import { files } from './table.ts'

const fileColumns = [
  text<FileRow>('files:name', (row) => row.original, 32),
  text<FileRow>('files:kind', (row) => row.type),
  figure<FileRow>('files:bytes', (row) => row.fileSize, 14),
  text<FileRow>('files:person', (row) => row.createUser),
  moment<FileRow>('files:time', (row) => row.createTime),
]

/** Lists of this noun that can be exported. */
export const fileExports: readonly ExportList[] = [
  exportList(listFiles, 'files:title', {
    key: { tenantId: files.tenantId, time: files.createTime, id: files.id },
    idOf: rowId,
    columns: fileColumns,
    find: findFileRows,
  }),
]
