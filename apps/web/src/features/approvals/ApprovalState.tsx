import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined, UndoOutlined } from '@ant-design/icons'
import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import { useTranslation } from 'react-i18next'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'

/** Look of a state, and the key of its text. Source: spec 2, section 4.2. */
export const approvalLooks = {
  [ApprovalStatus.pending]: { word: 'status.pending', tone: 'bad', icon: <ClockCircleOutlined /> },
  [ApprovalStatus.approved]: { word: 'status.approved', tone: 'good', icon: <CheckCircleOutlined /> },
  [ApprovalStatus.rejected]: { word: 'status.rejected', tone: 'warn', icon: <CloseCircleOutlined /> },
  [ApprovalStatus.revoked]: { word: 'status.revoked', tone: 'plain', icon: <UndoOutlined /> },
} as const satisfies Record<ApprovalStatus, { word: string; tone: Tone; icon: React.ReactNode }>

export function ApprovalTag({ status }: { status: ApprovalStatus }) {
  const { t } = useTranslation('approvals')
  const { word, tone, icon } = approvalLooks[status]
  return <ListTag tone={tone} icon={icon} text={t(word)} />
}
