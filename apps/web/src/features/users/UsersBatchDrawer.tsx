import { listDepartments } from '@huanwei/contract/departments/endpoints'
import { type ChangedUser, changeUsers, getUser, getUserByName, listUsers, UserAct } from '@huanwei/contract/users/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { useOutcomes } from '../queues/ManyDrawer.tsx'
import { OutcomesDrawer } from '../queues/OutcomesDrawer.tsx'

type Props = { ids: readonly number[]; onClose: () => void; onChanged: () => void }

const shown = [listUsers, getUser, getUserByName, listDepartments]

/** 批量处理: locks, unlocks, moves or resets the picked users; who stayed as they are is listed with the reason. */
export function UsersBatchDrawer({ ids, onClose, onChanged }: Props) {
  const { t } = useTranslation('users')
  const cache = useQueryClient()
  const { done, tell } = useOutcomes<ChangedUser>({ onDone: onChanged, onClose })
  if (done)
    return (
      <OutcomesDrawer
        title={t('batch.result')}
        label={t('batch.refused')}
        summary={(counts) => t('batch.partly', counts)}
        outcomes={done.map(({ userId, ...rest }) => ({ id: userId, ...rest }))}
        onClose={onClose}
      />
    )

  return (
    <FormDrawer
      title={t('batch.title', { n: ids.length })}
      fields={changeUsers.input}
      start={{ ids: [...ids], act: 'lock' }}
      onSend={async ({ ids, act, deptId, newpassword1 }) => {
        const change = { ids, act, ...(act === 'department' && { deptId }), ...(act === 'password' && { newpassword1 }) }
        const answer = await call(changeUsers, change)
        for (const { path } of shown) void cache.invalidateQueries({ queryKey: [path] })
        tell(answer, (n) => t('batch.done', { n }))
      }}
      onClose={onClose}
    >
      {({ act }) => (
        <>
          <Form.Item name="act" label={t('batch.act')} extra={t(`batch.hint.${act ?? 'lock'}`)}>
            <Radio.Group
              aria-label={t('batch.act')}
              vertical
              options={UserAct.options.map((value) => ({ value, label: t(`batch.acts.${value}`) }))}
            />
          </Form.Item>
          {act === 'department' && (
            <Form.Item name="deptId" label={t('department')} required>
              <DepartmentSelect label={t('department')} />
            </Form.Item>
          )}
          {act === 'password' && (
            <Form.Item name="newpassword1" label={t('batch.newPassword')} required extra={t('passwordHint')}>
              <Input.Password maxLength={128} autoComplete="new-password" />
            </Form.Item>
          )}
        </>
      )}
    </FormDrawer>
  )
}
