import { ApiOutlined, CheckCircleOutlined, DisconnectOutlined } from '@ant-design/icons'
import type { BoxStatus } from '@huanwei/contract/boxes/codes'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'

const looks: Record<BoxStatus, { tone: Tone; icon: ReactNode }> = {
  online: { tone: 'good', icon: <CheckCircleOutlined /> },
  offline: { tone: 'bad', icon: <DisconnectOutlined /> },
  unconnected: { tone: 'plain', icon: <ApiOutlined /> },
}

/** Whether the sensors of a box are heard. */
export function BoxTag({ status }: { status: BoxStatus }) {
  const { t } = useTranslation('boxes')
  return <ListTag {...looks[status]} text={t(`statuses.${status}`)} />
}
