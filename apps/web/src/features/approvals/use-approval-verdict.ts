import type { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import { submitApproval, submitApprovals } from '@huanwei/contract/approvals/endpoints'
import { mostAtOnce } from '@huanwei/contract/many'
import { useTranslation } from 'react-i18next'
import { useDeskPane } from '../queues/desk/desk-pane.ts'
import type { Act } from '../queues/desk/use-desk.ts'
import { doneOf, useOnce, useQueueAct } from '../queues/desk/use-queue-act.ts'
import { approvalLooks } from './ApprovalState.tsx'
import { type ApprovalRow, approvalCalls } from './approval-list.ts'

type Verdict = typeof ApprovalStatus.approved | typeof ApprovalStatus.rejected

/** Decides on the application `id`, and at the desk on those that are picked beside it. */
export function useApprovalVerdict(id: number, onHandled: (act: Act<ApprovalRow>) => void) {
  const { t } = useTranslation('approvals')
  const picked = useDeskPane()?.picked ?? []
  const ids = [id, ...picked.filter((other) => other !== id)].slice(0, mostAtOnce)
  const one = useQueueAct(submitApproval, approvalCalls)
  const many = useQueueAct(submitApprovals, approvalCalls)
  const once = useOnce()
  async function send(status: Verdict, opinion: string) {
    if (ids.length > 1) return doneOf((await many({ ids, status, opinion })) ?? [])
    return (await one({ applyForId: id, status, opinion })) === undefined ? [] : [id]
  }
  return {
    count: ids.length,
    decide: (status: Verdict, { opinion, name }: { opinion: string; name: string }) =>
      once(async () => {
        const done = await send(status, opinion)
        if (done.length > 0) onHandled({ ids: done, name, verdict: t(approvalLooks[status].word), change: { status } })
        return done.length > 0
      }),
  }
}
