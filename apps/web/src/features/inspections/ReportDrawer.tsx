import { lat, lng } from '@huanwei/contract/fields'
import { getOverview } from '@huanwei/contract/home/endpoints'
import { listInspections, reportInspection } from '@huanwei/contract/inspections/endpoints'
import { getSummaries, listPushes } from '@huanwei/contract/messages/endpoints'
import { Form, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useSend } from '../../lib/send.ts'
import { PlaceField } from '../../map/fields/PlaceField.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { DictionarySelect } from '../dictionaries/DictionarySelect.tsx'
import { PhotosField } from '../files/PhotosField.tsx'
import { UserSelect } from '../users/UserSelect.tsx'

const fields = reportInspection.input.omit({ lng: true, lat: true }).extend({ place: z.object({ lng, lat }).optional() })
/** Hours, unless the person says otherwise. */
const usualLimit = 24

/** Drawer of an inspection: finding, position, responsible person and deadline. */
export function ReportDrawer({ onClose, onReported }: { onClose: () => void; onReported: () => void }) {
  const { t } = useTranslation('inspections')
  const report = useSend(reportInspection, [listInspections, listPushes, getSummaries, getOverview])
  return (
    <FormDrawer
      title={t('report')}
      fields={fields}
      start={{ disposeTimeLimit: usualLimit, remark: '', img: '' }}
      onSend={async ({ place, img, ...values }) => {
        await report({ ...values, ...place, img: img.join() })
        onReported()
      }}
      onClose={onClose}
      confirmLabel={t('send')}
    >
      <Form.Item name="eventContent" label={t('content')} required>
        <Input.TextArea rows={2} maxLength={500} placeholder={t('contentHint')} />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="businessType" label={t('column.business')} required>
          <DictionarySelect type="inspection_business" label={t('column.business')} />
        </Form.Item>
        <Form.Item name="assessmentStandard" label={t('column.standard')} required>
          <DictionarySelect type="assessment_standard" label={t('column.standard')} />
        </Form.Item>
        <Form.Item name="score" label={t('column.score')} required>
          <InputNumber min={0} max={100} step={0.5} precision={1} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="disposeTimeLimit" label={t('limitHours')} required>
          <InputNumber min={1} max={720} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="deptId" label={t('column.project')} required>
          <DepartmentSelect label={t('column.project')} />
        </Form.Item>
        <Form.Item name="responsibleId" label={t('column.responsible')} required>
          <UserSelect label={t('column.responsible')} />
        </Form.Item>
      </div>
      <Form.Item name="position" label={t('column.position')} required>
        <Input maxLength={200} placeholder={t('positionHint')} />
      </Form.Item>
      <Form.Item name="place" label={t('placeOnMap')}>
        <PlaceField />
      </Form.Item>
      <Form.Item name="img" label={t('photos')}>
        <PhotosField label={t('photos')} />
      </Form.Item>
      <Form.Item name="remark" label={t('column.remark')}>
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </FormDrawer>
  )
}
