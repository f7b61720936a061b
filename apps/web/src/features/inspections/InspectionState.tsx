import { CheckCircleOutlined, ClockCircleOutlined, MessageOutlined, UndoOutlined } from '@ant-design/icons'
import { InspectionTab } from '@huanwei/contract/inspections/codes'
import { type InspectionState, tabOf } from '@huanwei/contract/inspections/rules'
import { useTranslation } from 'react-i18next'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'

/** Look of a state, and the key of its text. Source: spec 2, section 4.3. */
export const inspectionLooks = {
  [InspectionTab.waiting]: { word: 'waiting', tone: 'bad', icon: <ClockCircleOutlined /> },
  [InspectionTab.fedBack]: { word: 'fedBack', tone: 'warn', icon: <MessageOutlined /> },
  [InspectionTab.returned]: { word: 'returned', tone: 'bad', icon: <UndoOutlined /> },
  [InspectionTab.closed]: { word: 'closed', tone: 'good', icon: <CheckCircleOutlined /> },
} as const satisfies Record<InspectionTab, { word: string; tone: Tone; icon: React.ReactNode }>

export function InspectionTag({ inspection }: { inspection: InspectionState }) {
  const { t } = useTranslation('inspections')
  const { word, tone, icon } = inspectionLooks[tabOf(inspection)]
  return <ListTag tone={tone} icon={icon} text={t(`state.${word}`)} />
}
