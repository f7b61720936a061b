import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  LoadingOutlined,
  PauseCircleOutlined,
} from '@ant-design/icons'
import { ExportStatus } from '@huanwei/contract/exports/codes'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'

const looks: Record<ExportStatus, { tone: Tone; icon: ReactNode }> = {
  [ExportStatus.waiting]: { tone: 'plain', icon: <ClockCircleOutlined /> },
  [ExportStatus.running]: { tone: 'plain', icon: <LoadingOutlined /> },
  [ExportStatus.done]: { tone: 'good', icon: <CheckCircleOutlined /> },
  [ExportStatus.cancelled]: { tone: 'warn', icon: <PauseCircleOutlined /> },
  [ExportStatus.failed]: { tone: 'bad', icon: <CloseCircleOutlined /> },
}

/** Where the making of a report stands. */
export function ReportTag({ status }: { status: ExportStatus }) {
  const { t } = useTranslation('reports')
  return <ListTag {...looks[status]} text={t(`status.${status}`)} />
}

/** Whether a schedule makes reports. */
export function ScheduleTag({ isRunning }: { isRunning: boolean }) {
  const { t } = useTranslation('reports')
  return isRunning ? (
    <ListTag {...looks[ExportStatus.done]} text={t('schedule.running')} />
  ) : (
    <ListTag {...looks[ExportStatus.failed]} text={t('schedule.stopped')} />
  )
}
