import type { Endpoint } from '@huanwei/contract/endpoint'
import type { manyCalls, OutcomeOfRecord } from '@huanwei/contract/records'
import { useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { call as ask } from '../../lib/api.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'

type Props = {
  ids: readonly number[]
  call: ReturnType<typeof manyCalls>['move']
  shown: readonly Endpoint[]
  onClose: () => void
  onMoved: (outcomes: OutcomeOfRecord[]) => void
}

/** Asks for the department that picked assets are to belong to. */
export function MoveDrawer({ ids, call, shown, onClose, onMoved }: Props) {
  const { t } = useTranslation('assets')
  const cache = useQueryClient()
  return (
    <FormDrawer
      title={t('moveTitle', { count: ids.length })}
      fields={call.input}
      start={{ ids: [...ids] }}
      onSend={async (values) => {
        const outcomes = await ask(call, values)
        for (const { path } of shown) void cache.invalidateQueries({ queryKey: [path] })
        onMoved(outcomes)
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item name="deptId" label={t('department')} required>
        <DepartmentSelect label={t('department')} />
      </Form.Item>
    </FormDrawer>
  )
}
