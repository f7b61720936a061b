import { CheckCircleOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons'
import { Validity } from '@huanwei/contract/documents/codes'
import { useTranslation } from 'react-i18next'
import { ListTag } from '../../ui/list/ListTag.tsx'

const looks = {
  [Validity.valid]: { tone: 'good', icon: <CheckCircleOutlined /> },
  [Validity.expiring]: { tone: 'warn', icon: <ClockCircleOutlined /> },
  [Validity.expired]: { tone: 'bad', icon: <StopOutlined /> },
} as const

/** How long a document is still good. */
export function ValidityTag({ validity }: { validity: Validity }) {
  const { t } = useTranslation('documents')
  return <ListTag {...looks[validity]} text={t(`validity.${validity}`)} />
}
