import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PlaceField } from '../../map/fields/PlaceField.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'

type Props = {
  words: { name: string; department: string; address: string; remark: string }
  /** Fields beside the name and the department. */
  children: ReactNode
}

/** Fields of what stands at a place: a facility or a can. */
export function PlaceFields({ words, children }: Props) {
  const { t } = useTranslation('assets')
  return (
    <>
      <div className="form-columns">
        <Form.Item name="name" label={words.name} required>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="deptId" label={words.department} required>
          <DepartmentSelect label={words.department} />
        </Form.Item>
        {children}
      </div>
      <Form.Item name="address" label={words.address}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="place" label={t('place')} required>
        <PlaceField />
      </Form.Item>
      <Form.Item name="remark" label={words.remark}>
        <Input.TextArea maxLength={500} rows={2} />
      </Form.Item>
    </>
  )
}
