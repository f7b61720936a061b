import { CheckCircleOutlined, ClockCircleOutlined, PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons'
import type { ProjectStatus } from '@huanwei/contract/projects/codes'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'

const looks: Record<ProjectStatus, { tone: Tone; icon: ReactNode }> = {
  planned: { tone: 'plain', icon: <ClockCircleOutlined /> },
  running: { tone: 'good', icon: <PlayCircleOutlined /> },
  suspended: { tone: 'warn', icon: <PauseCircleOutlined /> },
  finished: { tone: 'plain', icon: <CheckCircleOutlined /> },
}

/** Where a project stands. */
export function ProjectTag({ status }: { status: ProjectStatus }) {
  const { t } = useTranslation('projects')
  return <ListTag {...looks[status]} text={t(`statuses.${status}`)} />
}
