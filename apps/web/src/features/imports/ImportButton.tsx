import { UploadOutlined } from '@ant-design/icons'
import type { SheetName } from '@huanwei/contract/imports/codes'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { importKinds } from './import-kinds.ts'

/** Opens the import of a list, for those who may add its records. */
export function ImportButton({ sheet, onClick }: { sheet: SheetName; onClick: () => void }) {
  const { t } = useTranslation('imports')
  const mayAdd = useMay(importKinds[sheet].add)
  if (!mayAdd) return null
  return (
    <Button icon={<UploadOutlined aria-hidden />} autoInsertSpace={false} onClick={onClick}>
      {t('open')}
    </Button>
  )
}
