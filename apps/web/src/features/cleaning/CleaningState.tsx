import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  FieldTimeOutlined,
  FileDoneOutlined,
  StarOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import { CleaningStatus, Timeliness } from '@huanwei/contract/cleaning/codes'
import type { CleaningReport } from '@huanwei/contract/cleaning/endpoints'
import { timelinessOf } from '@huanwei/contract/cleaning/rules'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../lib/tick.ts'
import { formatTime } from '../../lib/time.ts'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'

/** Look of a state, and the key of its text. */
export const cleaningLooks = {
  [CleaningStatus.created]: { word: 'created', tone: 'bad', icon: <ClockCircleOutlined /> },
  [CleaningStatus.assigned]: { word: 'assigned', tone: 'warn', icon: <ToolOutlined /> },
  [CleaningStatus.processed]: { word: 'processed', tone: 'plain', icon: <StarOutlined /> },
  [CleaningStatus.evaluated]: { word: 'evaluated', tone: 'plain', icon: <FileDoneOutlined /> },
  [CleaningStatus.over]: { word: 'over', tone: 'good', icon: <CheckCircleOutlined /> },
} as const satisfies Record<CleaningStatus, { word: string; tone: Tone; icon: React.ReactNode }>

export function CleaningTag({ status }: { status: CleaningStatus }) {
  const { t } = useTranslation('cleaning')
  const { word, tone, icon } = cleaningLooks[status]
  return <ListTag tone={tone} icon={icon} text={t(`status.${word}`)} />
}

type Times = Pick<CleaningReport, 'status' | 'dueTime' | 'processTime'>

/** Marks a report that is still to be processed after its due time, or was processed after it. */
export function TimelinessTag(report: Times) {
  const { t } = useTranslation('cleaning')
  const timeliness = timelinessOf(report, formatTime(useTick()))
  if (timeliness === Timeliness.inTime) return null
  const tone = timeliness === Timeliness.overdue ? 'bad' : 'warn'
  return <ListTag tone={tone} icon={<FieldTimeOutlined />} text={t(`timeliness.${timeliness}`)} />
}
