import { CheckCircleOutlined, ClockCircleOutlined, ExclamationCircleOutlined, PlayCircleOutlined } from '@ant-design/icons'
import type { WorkState } from '@huanwei/contract/work/codes'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'

const looks: Record<WorkState, { tone: Tone; icon: ReactNode }> = {
  due: { tone: 'plain', icon: <ClockCircleOutlined /> },
  running: { tone: 'warn', icon: <PlayCircleOutlined /> },
  done: { tone: 'good', icon: <CheckCircleOutlined /> },
  missed: { tone: 'bad', icon: <ExclamationCircleOutlined /> },
}

/** Where a task stands. */
export function WorkStateTag({ state }: { state: WorkState }) {
  const { t } = useTranslation('work')
  return <ListTag {...looks[state]} text={t(`states.${state}`)} />
}
