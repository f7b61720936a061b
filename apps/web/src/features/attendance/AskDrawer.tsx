import { addAdjustment, getAdjustments, listAdjustments } from '@huanwei/contract/adjustments/endpoints'
import { attendanceStates } from '@huanwei/contract/attendance/codes'
import { type AttendanceDay, getAttendanceDay } from '@huanwei/contract/attendance/endpoints'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../lib/send.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { PhotosField } from '../files/PhotosField.tsx'
import { StateTag } from './StateTag.tsx'

type Props = { day: AttendanceDay; onClose: () => void }

/** Asks for another state of a day. */
export function AskDrawer({ day: { objectId, objectName, day, state: fromState }, onClose }: Props) {
  const { t } = useTranslation('attendance')
  const ask = useSend(addAdjustment, [listAdjustments, getAdjustments, getAttendanceDay])
  const others = attendanceStates.filter((state) => state !== fromState)
  return (
    <FormDrawer
      title={t('askTitle')}
      fields={addAdjustment.input}
      start={{ objectId, day, fromState, reason: '', img: '' }}
      onSend={async ({ img, ...values }) => {
        await ask({ ...values, img: img.join() })
        onClose()
      }}
      onClose={onClose}
      confirmLabel={t('ask')}
    >
      <p>
        <strong>{objectName}</strong> {day} <StateTag state={fromState} />
      </p>
      <Form.Item name="toState" label={t('toState')} required>
        <Select options={others.map((value) => ({ value, label: t(`states.${value}`) }))} />
      </Form.Item>
      <Form.Item name="reason" label={t('reason')} required>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
      <Form.Item name="img" label={t('photos')}>
        <PhotosField label={t('photos')} />
      </Form.Item>
    </FormDrawer>
  )
}
