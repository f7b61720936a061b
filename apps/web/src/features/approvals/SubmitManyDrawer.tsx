import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import { type SubmittedApproval, submitApprovals } from '@huanwei/contract/approvals/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAsk } from '../../lib/send.ts'
import { ManyDrawer, useOutcomes } from '../queues/ManyDrawer.tsx'
import { useDraft } from '../queues/use-draft.ts'
import { approvalCalls } from './approval-list.ts'
import { OpinionField } from './OpinionField.tsx'
import { spanText } from './span-text.ts'
import { VerdictButtons } from './VerdictButtons.tsx'

type Props = { ids: readonly number[]; onClose: () => void; onSubmitted: () => void }
type Verdict = typeof ApprovalStatus.approved | typeof ApprovalStatus.rejected

/** 批量审批: which of the picked applications can be decided, one opinion for them, and what became of each. */
export function SubmitManyDrawer({ ids, onClose, onSubmitted }: Props) {
  const { t } = useTranslation('approvals')
  const { fields, showMissing } = useDraft('')
  const opinion = fields.draft
  const [verdict, setVerdict] = useState<Verdict>(ApprovalStatus.approved)
  // Any verdict will do: what may be approved may be rejected.
  const preview = useQuery({
    ...query(submitApprovals, { ids: [...ids], status: ApprovalStatus.approved, preview: true }),
    gcTime: 0,
  })
  const submit = useAsk(submitApprovals, approvalCalls)
  const { done, tell } = useOutcomes<SubmittedApproval>({ onDone: onSubmitted, onClose })

  async function decide(status: Verdict) {
    if (status === ApprovalStatus.rejected && opinion.trim() === '') return showMissing(true)
    setVerdict(status)
    tell(await submit({ ids: [...ids], status, opinion }), (n) => t(`many.said.${status}`, { n }))
  }

  return (
    <ManyDrawer
      title={t('many.title', { n: ids.length })}
      label={t('many.rows')}
      preview={preview}
      done={done}
      doneWord={t(verdict === ApprovalStatus.approved ? 'status.approved' : 'status.rejected')}
      name={(row) => (
        <>
          <strong>{row.objectName}</strong> {row.typeName} <span className="list-sub">{spanText(row, t)}</span>
        </>
      )}
      isUnsent={opinion.trim() !== ''}
      form={<OpinionField {...fields} />}
      hint={t('approveHint')}
      acts={<VerdictButtons onReject={() => decide(ApprovalStatus.rejected)} onApprove={() => decide(ApprovalStatus.approved)} />}
      onClose={onClose}
    />
  )
}
