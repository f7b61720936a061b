import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { getDepartmentTree, listDepartments, sortDepartments } from '@huanwei/contract/departments/endpoints'
import { useTranslation } from 'react-i18next'
import { moved } from '../../lib/collections.ts'
import { useAct } from '../../lib/send.ts'
import type { Line } from './department-rows.ts'

/** A department up or down among those beside it. */
export function MoveButtons({ line: { id, name, parentId, siblings } }: { line: Line }) {
  const { t } = useTranslation('departments')
  const sort = useAct(sortDepartments, [listDepartments, getDepartmentTree])
  const button = (by: -1 | 1) => {
    const ids = moved(siblings, id, by)
    const words = t(by < 0 ? 'up' : 'down', { name })
    return (
      <button
        type="button"
        className="department-move"
        aria-label={words}
        title={words}
        disabled={!ids}
        onClick={() => void (ids && sort({ parentId, ids }))}
      >
        {by < 0 ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />}
      </button>
    )
  }
  return (
    <>
      {button(-1)}
      {button(1)}
    </>
  )
}
