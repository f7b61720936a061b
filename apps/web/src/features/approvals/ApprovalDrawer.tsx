import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import { type ApprovalDetail, getApproval, withdrawApproval } from '@huanwei/contract/approvals/endpoints'
import { type ApprovalAct, decide } from '@huanwei/contract/approvals/rules'
import { MsgType } from '@huanwei/contract/messages/codes'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { isGone } from '../../lib/errors.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { DrawerFrame, DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { ConfirmButton } from '../../ui/form/ConfirmButton.tsx'
import { useDeskKeys } from '../queues/desk/desk-keys.ts'
import { useDeskPane } from '../queues/desk/desk-pane.ts'
import type { Act } from '../queues/desk/use-desk.ts'
import { useQueueAct } from '../queues/desk/use-queue-act.ts'
import { PresenceBar } from '../queues/PresenceBar.tsx'
import { useDraft } from '../queues/use-draft.ts'
import { useMarkRead } from '../queues/use-mark-read.ts'
import { usePresence } from '../queues/use-presence.ts'
import { Absences } from './Absences.tsx'
import { ApprovalFacts } from './ApprovalFacts.tsx'
import { ApprovalTag } from './ApprovalState.tsx'
import { ApprovalSteps } from './ApprovalSteps.tsx'
import { type ApprovalRow, approvalCalls } from './approval-list.ts'
import { OpinionField } from './OpinionField.tsx'
import { spanText } from './span-text.ts'
import { useApprovalVerdict } from './use-approval-verdict.ts'
import { VerdictButtons } from './VerdictButtons.tsx'

type Handled = { onHandled: (act: Act<ApprovalRow>) => void }
type Props = Handled & { id: number; onClose: () => void }

/** 审批详情: who wants to be away, when and why, what was decided, and the decision. Source: spec 2, section 2.2. */
export function ApprovalDrawer({ id, onClose, onHandled }: Props) {
  const { t } = useTranslation(['approvals', 'list'])
  const userId = useSession((s) => s.session?.user.userId) ?? 0
  const mayHandle = useMay('approval_handle')
  // A decision is never based on stale data: the drawer loads anew.
  const detail = useQuery({ ...query(getApproval, { applyForRecordId: id, pushObjectId: userId }, isGone), gcTime: 0 })
  const approval = detail.data
  const { count, decide: submit } = useApprovalVerdict(id, onHandled)
  const [isRejecting, setRejecting] = useState(false)
  const desk = useDeskPane()
  const { fields, showMissing } = useDraft('')
  const opinion = fields.draft
  useMarkRead(approval?.pushId)

  const may = (act: ApprovalAct) => !!approval && 'next' in decide(approval, act, { userId, opinion })
  const canDecide = mayHandle && may('approve')
  const presence = usePresence(MsgType.approval, canDecide ? id : undefined)

  const decided = { opinion, name: approval ? nameOf(approval) : '' }
  const approve = () => submit(ApprovalStatus.approved, decided)
  async function reject() {
    if (may('reject')) return submit(ApprovalStatus.rejected, decided)
    setRejecting(true)
    showMissing(true)
    desk?.toForm()
  }
  useDeskKeys(desk && canDecide && !presence.isTaken ? { 1: approve, 2: reject } : {})

  return (
    <DrawerFrame
      title={t('details')}
      state={approval && <ApprovalTag status={approval.status} />}
      asked={detail}
      onClose={onClose}
      isUnsent={canDecide && opinion.trim() !== ''}
      notice={canDecide && <PresenceBar presence={presence} mayAct />}
      form={canDecide && <OpinionField {...fields} />}
      buttons={(close) => (
        <>
          {isRejecting ? <span className="drawer-hint">{t('rejectHint')}</span> : desk?.last}
          {canDecide && !isRejecting && !desk && <span className="drawer-hint">{t('approveHint')}</span>}
          <Button autoInsertSpace={false} onClick={close}>
            {t('action.back')}
          </Button>
          {approval && may('revoke') && <WithdrawButton approval={approval} onHandled={onHandled} />}
          {canDecide && (
            <VerdictButtons
              disabled={presence.isTaken}
              count={count}
              isRejecting={isRejecting}
              onReject={reject}
              onApprove={approve}
            />
          )}
        </>
      )}
    >
      {approval && <ApprovalContent approval={approval} />}
    </DrawerFrame>
  )
}

function ApprovalContent({ approval }: { approval: ApprovalDetail }) {
  const { t } = useTranslation('approvals')
  const { status, absences, applyForHistoryRecordVoList: steps } = approval
  const isStillMeant = status === ApprovalStatus.pending || status === ApprovalStatus.approved
  return (
    <>
      <ApprovalFacts approval={approval} />
      {isStillMeant && <Absences absences={absences} />}
      <DrawerPart title={t('flow')}>
        <ApprovalSteps steps={steps} />
      </DrawerPart>
    </>
  )
}

const nameOf = ({ objectName, typeName }: ApprovalDetail) => `${objectName} ${typeName}`

function WithdrawButton({ approval, onHandled }: Handled & { approval: ApprovalDetail }) {
  const { t } = useTranslation('approvals')
  const send = useQueueAct(withdrawApproval, approvalCalls)
  async function withdraw() {
    if ((await send({ id: approval.id })) === undefined) return
    const change = { status: ApprovalStatus.revoked }
    onHandled({ ids: [approval.id], name: nameOf(approval), verdict: t('status.revoked'), change })
  }
  return (
    <ConfirmButton
      question={{
        title: t('withdrawQuestion'),
        content: t('withdrawHint', { name: approval.objectName, span: spanText(approval, t) }),
        okText: t('withdraw'),
        onOk: withdraw,
      }}
    />
  )
}
