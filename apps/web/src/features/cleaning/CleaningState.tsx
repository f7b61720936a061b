import { CheckCircleOutlined, ClockCircleOutlined, FileDoneOutlined, StarOutlined, ToolOutlined } from '@ant-design/icons'
import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { useTranslation } from 'react-i18next'
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
