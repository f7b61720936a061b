import { assesses } from '@huanwei/contract/inspections/rules'
import { Form, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { PlaceField } from '../../map/fields/PlaceField.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { DictionarySelect } from '../dictionaries/DictionarySelect.tsx'
import { PhotosField } from '../files/PhotosField.tsx'
import { ProjectSelect } from '../projects/ProjectSelect.tsx'
import { UserSelect } from '../users/UserSelect.tsx'
import { MyPosition } from './MyPosition.tsx'
import { useProposals } from './use-proposals.ts'

/** Fields of a report in the order of a person in the street: photo, position, item; then what these have filled in, and the sentence. */
export function ReportFields() {
  const { t } = useTranslation('inspections')
  const form = Form.useFormInstance()
  const { isUnanswered, placeChosen, departmentChosen, standardChosen, businessChosen } = useProposals()
  const businessType: string | undefined = Form.useWatch('businessType', form)
  const deptId: number | undefined = Form.useWatch('deptId', form)
  return (
    <>
      <Form.Item name="img" label={t('photos')}>
        <PhotosField label={t('photos')} />
      </Form.Item>
      <MyPosition
        onPlace={(place) => {
          form.setFieldValue('place', place)
          placeChosen(place)
        }}
      />
      <Form.Item name="position" label={t('column.position')} required extra={isUnanswered && t('hereState.unanswered')}>
        <Input maxLength={200} placeholder={t('positionHint')} />
      </Form.Item>
      <Form.Item name="assessmentStandard" label={t('column.standard')} required>
        <DictionarySelect
          type="assessment_standard"
          label={t('column.standard')}
          offers={(value) => !businessType || assesses(value, businessType)}
          onChange={standardChosen}
        />
      </Form.Item>
      <Form.Item name="eventContent" label={t('content')} required>
        <Input.TextArea rows={2} maxLength={500} placeholder={t('contentHint')} />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="businessType" label={t('column.business')} required>
          <DictionarySelect type="inspection_business" label={t('column.business')} onChange={businessChosen} />
        </Form.Item>
        <Form.Item name="deptId" label={t('department')} required>
          <DepartmentSelect label={t('department')} onChange={departmentChosen} />
        </Form.Item>
        <Form.Item name="projectId" label={t('project')}>
          <ProjectSelect label={t('project')} />
        </Form.Item>
        <Form.Item name="responsibleId" label={t('column.responsible')} required>
          <UserSelect label={t('column.responsible')} firstDeptId={deptId} />
        </Form.Item>
        <Form.Item name="score" label={t('scoreRange')} required>
          <InputNumber min={0} max={100} step={0.5} precision={1} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="disposeTimeLimit" label={t('limitHours')} required>
          <InputNumber min={1} max={720} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item name="place" label={t('placeOnMap')}>
        <PlaceField onChange={placeChosen} />
      </Form.Item>
      <Form.Item name="remark" label={t('column.remark')}>
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </>
  )
}
