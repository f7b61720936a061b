import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import type { ApprovalStep } from '@huanwei/contract/approvals/endpoints'
import { useTranslation } from 'react-i18next'
import { Timeline } from '../../ui/drawer/Timeline.tsx'
import { approvalLooks } from './ApprovalState.tsx'

/** Status 1 is the submitter's step, the others are an approver's, or who withdrew it. Source: spec 2, section 4.2. */
export function ApprovalSteps({ steps }: { steps: ApprovalStep[] }) {
  const { t } = useTranslation('approvals')
  return (
    <Timeline
      label={t('flow')}
      steps={steps.map(({ status, createTime, objectName, approvalName, reason }, i) => {
        const isFirst = status === ApprovalStatus.pending
        return {
          key: i,
          time: createTime,
          title: isFirst
            ? t(approvalName === objectName ? 'applied' : 'appliedFor', { name: objectName })
            : t(approvalLooks[status].word),
          who: approvalName,
          text: reason,
          icon: approvalLooks[status].icon,
          tone: isFirst ? 'plain' : approvalLooks[status].tone,
        }
      })}
    />
  )
}
