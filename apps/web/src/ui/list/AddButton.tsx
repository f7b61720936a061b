import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'

/** Begins a new one, above a list. */
export const AddButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button type="primary" icon={<PlusOutlined aria-hidden />} autoInsertSpace={false} onClick={onClick}>
    {children}
  </Button>
)
