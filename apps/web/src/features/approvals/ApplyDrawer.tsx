import { Half } from '@huanwei/contract/approvals/codes'
import { addApproval, listApprovals } from '@huanwei/contract/approvals/endpoints'
import { daysOf } from '@huanwei/contract/approvals/rules'
import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useSend } from '../../lib/send.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { DayPicker } from '../../ui/form/DayPicker.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { DictionarySelect } from '../dictionaries/DictionarySelect.tsx'
import { UserSelect } from '../users/UserSelect.tsx'

type Props = { onClose: () => void; onApplied: () => void }

const { firstDay, firstHalf, lastDay, lastHalf } = addApproval.input.shape
const Span = z.object({ firstDay, firstHalf, lastDay, lastHalf })

/** An application for oneself or, for who decides on others', somebody of the scope. Source: spec 2, section 4.4; issue: half days. */
export function ApplyDrawer({ onClose, onApplied }: Props) {
  const { t } = useTranslation('approvals')
  const userId = useSession((s) => s.session?.user.userId)
  const isForOthers = useMay('approval_handle')
  const apply = useSend(addApproval, [listApprovals])
  return (
    <FormDrawer
      title={t('apply')}
      fields={addApproval.input}
      start={{ objectId: userId, firstHalf: Half.morning, lastHalf: Half.afternoon }}
      onSend={async (values) => {
        await apply(values)
        onApplied()
      }}
      onClose={onClose}
      confirmLabel={t('submit')}
    >
      {(values) => {
        const { data } = Span.safeParse(values)
        const days = data ? daysOf(data) : 0
        return (
          <>
            <div className="form-columns">
              {isForOthers && (
                <Form.Item name="objectId" label={t('column.applicant')} required extra={t('applicantHint')}>
                  <UserSelect label={t('column.applicant')} />
                </Form.Item>
              )}
              <Form.Item name="type" label={t('column.type')} required>
                <DictionarySelect type="leave_type" label={t('column.type')} />
              </Form.Item>
              <Form.Item name="firstDay" label={t('firstDay')} required>
                <DayPicker />
              </Form.Item>
              <Form.Item name="firstHalf" label={t('firstHalf')}>
                <Halves label={t('firstHalf')} />
              </Form.Item>
              <Form.Item name="lastDay" label={t('lastDay')} required extra={days > 0 ? t('daysInAll', { days }) : ' '}>
                <DayPicker />
              </Form.Item>
              <Form.Item name="lastHalf" label={t('lastHalf')}>
                <Halves label={t('lastHalf')} />
              </Form.Item>
            </div>
            <Form.Item name="reason" label={t('column.reason')} required>
              <Input.TextArea rows={3} maxLength={500} showCount />
            </Form.Item>
          </>
        )
      }}
    </FormDrawer>
  )
}

/** `Form.Item` gives everything but the label. */
function Halves({ label, ...field }: { label: string }) {
  const { t } = useTranslation('approvals')
  return (
    <Radio.Group
      {...field}
      aria-label={label}
      options={Object.values(Half).map((value) => ({ value, label: t(`half.${value}`) }))}
    />
  )
}
