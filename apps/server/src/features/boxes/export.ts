import { listBoxes } from '@huanwei/contract/boxes/endpoints'
import { departmentsFor } from '../../db/scope.ts'
import { type ExportList, exportList, moment, rowId, text } from '../../lib/export-list.ts'
import { type BoxRow, findBoxes } from './queries.ts'
import { boxes } from './table.ts'

const boxColumns = [
  text<BoxRow>('boxes:code', (row) => row.code),
  text<BoxRow>('boxes:name', (row) => row.name, 24),
  text<BoxRow>('boxes:facility', (row) => row.facilityName, 24),
  text<BoxRow>('list:department', (row) => row.deptName),
  text<BoxRow>('boxes:model', (row) => row.model),
  text<BoxRow>('boxes:sim', (row) => row.sim, 22),
  text<BoxRow>('boxes:firmware', (row) => row.firmware),
  moment<BoxRow>('boxes:readingTime', (row) => row.readingTime),
  text<BoxRow>('boxes:remark', (row) => row.remark, 40),
  moment<BoxRow>('boxes:createTime', (row) => row.createTime),
]

/** Lists of this noun that can be exported. */
export const boxExports: readonly ExportList[] = [
  exportList(listBoxes, 'boxes:title', {
    key: { tenantId: boxes.tenantId, time: boxes.createTime, id: boxes.id },
    idOf: rowId,
    columns: boxColumns,
    find: async (tx, viewer, filter) => findBoxes(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
]
