import { CheckCircleOutlined, ClockCircleOutlined, MessageOutlined, UndoOutlined } from '@ant-design/icons'
import { InspectionTab } from '@huanwei/contract/inspections/codes'
import { type InspectionStep, tabOf } from '@huanwei/contract/inspections/rules'
import { useTranslation } from 'react-i18next'
import { ListTag, type Tone } from '../../ui/ListTag.tsx'

/** How a state looks and which text names it. Source: spec 2, section 4.3. */
export const looks = {
  [InspectionTab.waiting]: { word: 'waiting', tone: 'bad', icon: <ClockCircleOutlined /> },
  [InspectionTab.fedBack]: { word: 'fedBack', tone: 'warn', icon: <MessageOutlined /> },
  [InspectionTab.returned]: { word: 'returned', tone: 'bad', icon: <UndoOutlined /> },
  [InspectionTab.closed]: { word: 'closed', tone: 'good', icon: <CheckCircleOutlined /> },
} as const satisfies Record<InspectionTab, { word: string; tone: Tone; icon: React.ReactNode }>

export function InspectionTag({ inspection }: { inspection: InspectionStep }) {
  const { t } = useTranslation('inspections')
  const { word, tone, icon } = looks[tabOf(inspection)]
  return <ListTag tone={tone} icon={icon} text={t(`state.${word}`)} />
}
