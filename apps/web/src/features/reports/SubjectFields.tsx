import { Grouping, ReportKind } from '@huanwei/contract/reports/codes'
import { Form, type FormInstance, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ProjectSelect } from '../projects/ProjectSelect.tsx'

/** What a report or a schedule is about. */
export function SubjectFields({ form }: { form: FormInstance }) {
  const { t } = useTranslation('reports')
  return (
    <>
      <div className="form-columns">
        <Form.Item name="kind" label={t('kindLabel')} required>
          <Select
            options={Object.values(ReportKind).map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={() => form.setFieldsValue({ objectType: undefined, objectId: undefined })}
          />
        </Form.Item>
        <Form.Item name="grouping" label={t('groupingLabel')} required>
          <Select options={Object.values(Grouping).map((value) => ({ value, label: t(`by.${value}`) }))} />
        </Form.Item>
      </div>
      <div className="form-columns">
        <Form.Item name="deptId" label={t('department')} extra={t('departmentHint')}>
          <DepartmentSelect label={t('department')} />
        </Form.Item>
        <Form.Item name="projectId" label={t('project')}>
          <ProjectSelect label={t('project')} />
        </Form.Item>
      </div>
    </>
  )
}
