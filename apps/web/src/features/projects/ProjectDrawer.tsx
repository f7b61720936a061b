import { listInspections } from '@huanwei/contract/inspections/endpoints'
import { ProjectStatus } from '@huanwei/contract/projects/codes'
import {
  addProject,
  changeProject,
  getProject,
  getProjects,
  listProjects,
  removeProject,
} from '@huanwei/contract/projects/endpoints'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useSave } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { DayPicker } from '../../ui/form/DayPicker.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { ManyChoice } from '../../ui/select/ManyChoice.tsx'
import { AreaSelect } from '../areas/AreaSelect.tsx'
import { DepartmentsSelect } from '../departments/DepartmentSelect.tsx'

type Props = { id: number | 'new'; onClose: () => void; onHandled: () => void }

const shown = [listProjects, getProject, getProjects, listInspections]
const blank = { name: '', code: '', deptIds: [], areaIds: [], manager: '', status: ProjectStatus.running, remark: '' }

/** One project: the contract, who works for it and where. */
export function ProjectDrawer({ id, onClose, onHandled }: Props) {
  const { t } = useTranslation('projects')
  const isNew = id === 'new'
  const project = useRecord(getProject, isNew ? undefined : { id })
  const may = useMay(isNew ? 'admin_projectmanage_add' : 'admin_projectmanage_edit')
  const save = useSave(addProject, changeProject, shown, onClose)
  const mayRemove = useMay('admin_projectmanage_del')
  const remove = useAct(removeProject, [listProjects, getProjects], onHandled)

  return (
    <FormDrawer
      title={isNew ? t('add') : (project.data?.name ?? t('detail'))}
      fields={isNew ? addProject.input : changeProject.input}
      start={isNew ? blank : project.data}
      error={project.error}
      onReload={() => project.refetch()}
      mayEdit={may}
      onSend={save}
      onClose={onClose}
      actions={(updateTime) =>
        project.data &&
        mayRemove && (
          <RemoveButton
            question={{ title: t('removeTitle'), content: t('removeHint', { name: project.data.name }) }}
            onRemove={() => remove({ id: project.data.id, updateTime })}
          />
        )
      }
    >
      <ContractFields />
      <Form.Item name="deptIds" label={t('departments')} extra={t('departmentsHint')} required>
        <DepartmentsSelect label={t('departments')} />
      </Form.Item>
      <Form.Item name="areaIds" label={t('areas')} extra={t('areasHint')}>
        <ManyChoice label={t('areas')} Select={AreaSelect} />
      </Form.Item>
      <Form.Item name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} rows={2} />
      </Form.Item>
    </FormDrawer>
  )
}

function ContractFields() {
  const { t } = useTranslation('projects')
  return (
    <div className="form-columns">
      <Form.Item name="name" label={t('name')} required>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name="code" label={t('code')}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name="startDay" label={t('startDay')}>
        <DayPicker />
      </Form.Item>
      <Form.Item name="endDay" label={t('endDay')}>
        <DayPicker />
      </Form.Item>
      <Form.Item name="manager" label={t('manager')}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name="contractAmount" label={t('amountYuan')}>
        <InputNumber min={0} max={99_999_999_999} precision={2} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="status" label={t('status')}>
        <Select options={Object.values(ProjectStatus).map((value) => ({ value, label: t(`statuses.${value}`) }))} />
      </Form.Item>
    </div>
  )
}
