import type { BoardToken } from '@huanwei/contract/boards/endpoints'
import type { TFunction } from 'i18next'
import { whole } from '../../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../../ui/list/list-columns.ts'

/** Columns of the board, the place and the department of a token. */
export const tokenColumns = <Row>(t: TFunction<['boards', 'list']>, tokenOf: (row: Row) => BoardToken): ListColumn<Row>[] => [
  { key: 'board', title: t('token.board'), width: 190, always: true, card: 'title', cell: (row) => whole(tokenOf(row).title) },
  { key: 'place', title: t('token.place'), width: 150, card: 'detail', cell: (row) => whole(tokenOf(row).place) },
  {
    key: 'department',
    title: t('list:department'),
    width: 150,
    card: 'detail',
    cell(row) {
      const { deptId, deptName } = tokenOf(row)
      return whole(deptId === null ? t('token.allDepartments') : deptName)
    },
  },
]
