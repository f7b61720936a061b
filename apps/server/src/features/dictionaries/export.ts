import { type DictionaryItem, listDictionaryItems } from '@huanwei/contract/dictionaries/endpoints'
import { atOnce, choice, type ExportList, exportList, figure, moment, text } from '../../lib/export-list.ts'
import { findItems } from './queries.ts'
import { itemOf } from './wire.ts'

const itemColumns = [
  figure<DictionaryItem>('dictionaries:sort', (row) => row.sort),
  text<DictionaryItem>('dictionaries:label', (row) => row.label, 24),
  text<DictionaryItem>('dictionaries:value', (row) => row.value),
  choice<DictionaryItem>('dictionaries:state', (row) => (row.enabled ? 'dictionaries:on' : 'dictionaries:off')),
  text<DictionaryItem>('dictionaries:remark', (row) => row.remarks, 40),
  moment<DictionaryItem>('list:updateTime', (row) => row.updateTime),
]

/** Lists of this noun that can be exported. */
export const dictionaryExports: readonly ExportList[] = [
  exportList(listDictionaryItems, 'dictionaries:title', {
    columns: itemColumns,
    ...atOnce(async (tx, viewer, { id }, language) => {
      const items = await findItems(tx, viewer.tenantId, { dictId: id })
      return items.map((item) => itemOf(item, language))
    }),
  }),
]
