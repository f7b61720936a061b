import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Begins a new one, above a list. */
export const AddButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button type="primary" icon={<PlusOutlined aria-hidden />} autoInsertSpace={false} onClick={onClick}>
    {children}
  </Button>
)

/** The same in an empty list, where it is the next step. */
export function CreateFirst({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('list')
  return <Button onClick={onClick}>{t('createFirst')}</Button>
}
