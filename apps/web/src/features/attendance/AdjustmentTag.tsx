import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'

const looks: Record<AdjustmentStatus, { tone: Tone; icon: ReactNode }> = {
  [AdjustmentStatus.pending]: { tone: 'warn', icon: <ClockCircleOutlined /> },
  [AdjustmentStatus.approved]: { tone: 'good', icon: <CheckCircleOutlined /> },
  [AdjustmentStatus.rejected]: { tone: 'plain', icon: <CloseCircleOutlined /> },
}

/** Where an adjustment stands. */
export function AdjustmentTag({ status }: { status: AdjustmentStatus }) {
  const { t } = useTranslation('attendance')
  return <ListTag {...looks[status]} text={t(`statuses.${status}`)} />
}
