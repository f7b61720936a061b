import {
  addDepartment,
  changeDepartment,
  type Department,
  getDepartment,
  getDepartmentTree,
  listDepartments,
  removeDepartment,
} from '@huanwei/contract/departments/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAct, useSend } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { DepartmentSelect } from './DepartmentSelect.tsx'

type Props = {
  id: number | 'new'
  /** Above a new one; 0 is the top. */
  below: number
  onClose: () => void
  onAdded?: (department: Department) => void
}

const shown = [listDepartments, getDepartmentTree, getDepartment]

/** One department: its name, what it belongs to (which moves it), its place. */
export function DepartmentDrawer({ id, below, onClose, onAdded }: Props) {
  const { t } = useTranslation('departments')
  const isNew = id === 'new'
  const department = useRecord(getDepartment, isNew ? undefined : { id })
  const [mayAdd, mayEdit] = [useMay('sys_dept_add'), useMay('sys_dept_edit')]
  const add = useSend(addDepartment, shown)
  const change = useSend(changeDepartment, shown)
  return (
    <FormDrawer
      title={isNew ? t('add') : (department.data?.name ?? t('detail'))}
      fields={changeDepartment.input.partial({ deptId: true })}
      start={isNew ? { parentId: below, name: '', sort: 0 } : department.data}
      error={department.error}
      onReload={() => department.refetch()}
      mayEdit={isNew ? mayAdd : mayEdit}
      onSend={async ({ deptId, ...fields }) => {
        if (deptId === undefined) {
          const added = await add(fields)
          onAdded?.(added)
        } else await change({ deptId, ...fields })
        onClose()
      }}
      onClose={onClose}
      actions={(updateTime) =>
        department.data && <RemoveDepartment {...department.data} updateTime={updateTime} onRemoved={onClose} />
      }
    >
      <Form.Item name="name" label={t('name')} required>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item
        name="parentId"
        label={t('parent')}
        extra={t('parentHint')}
        getValueProps={(parentId: number) => ({ value: parentId || undefined })}
        normalize={(parentId: number | undefined) => parentId ?? 0}
      >
        <DepartmentSelect label={t('parent')} />
      </Form.Item>
      <Form.Item name="sort" label={t('order')} extra={t('orderHint')}>
        <InputNumber min={0} max={9999} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}

type RemoveProps = Pick<Department, 'deptId' | 'name'> & { updateTime: string | undefined; onRemoved: () => void }

function RemoveDepartment({ deptId, name, updateTime, onRemoved }: RemoveProps) {
  const { t } = useTranslation('departments')
  const mayRemove = useMay('sys_dept_del')
  const remove = useAct(removeDepartment, shown, onRemoved)
  const all = useQuery(query(listDepartments, {}))
  if (!mayRemove) return null
  const below = countBelow(all.data ?? [], deptId)
  return (
    <RemoveButton
      question={{
        title: t('removeTitle'),
        content: below ? t('removeAllHint', { name, count: below }) : t('removeHint', { name }),
      }}
      onRemove={() => remove({ id: deptId, updateTime })}
    />
  )
}

/** Number of departments below one. */
function countBelow(all: readonly { deptId: number; parentId: number }[], id: number): number {
  return all.filter(({ parentId }) => parentId === id).reduce((sum, { deptId }) => sum + 1 + countBelow(all, deptId), 0)
}
