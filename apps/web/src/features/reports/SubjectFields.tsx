import { Grouping, hasRows, ReportKind } from '@huanwei/contract/reports/codes'
import { Form, type FormInstance, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ProjectSelect } from '../projects/ProjectSelect.tsx'

const noObject = { objectType: undefined, objectId: undefined }

/** Subject of a report or a schedule of a kind. */
export function SubjectFields({ kind, form }: { kind: ReportKind; form: FormInstance }) {
  const { t } = useTranslation('reports')
  return (
    <>
      <div className="form-columns">
        <Form.Item name="kind" label={t('kindLabel')} required>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={Object.values(ReportKind).map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={(to: ReportKind) => form.setFieldsValue(hasRows(to) ? noObject : { ...noObject, projectId: undefined })}
          />
        </Form.Item>
        {hasRows(kind) && (
          <Form.Item name="grouping" label={t('groupingLabel')} required>
            <Select options={Object.values(Grouping).map((value) => ({ value, label: t(`by.${value}`) }))} />
          </Form.Item>
        )}
      </div>
      <div className="form-columns">
        <Form.Item name="deptId" label={t('department')} extra={t('departmentHint')}>
          <DepartmentSelect label={t('department')} />
        </Form.Item>
        {hasRows(kind) && (
          <Form.Item name="projectId" label={t('project')}>
            <ProjectSelect label={t('project')} />
          </Form.Item>
        )}
      </div>
    </>
  )
}
