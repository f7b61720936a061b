import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import { getApproval, submitApproval, withdrawApproval } from '@huanwei/contract/approvals/endpoints'
import { type ApprovalAct, decide } from '@huanwei/contract/approvals/rules'
import { MsgType } from '@huanwei/contract/messages/codes'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAct } from '../../lib/send.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { DrawerFrame, DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { ConfirmButton } from '../../ui/form/ConfirmButton.tsx'
import { PresenceBar } from '../queues/PresenceBar.tsx'
import { useMarkRead } from '../queues/use-mark-read.ts'
import { usePresence } from '../queues/use-presence.ts'
import { Absences } from './Absences.tsx'
import { ApprovalFacts } from './ApprovalFacts.tsx'
import { ApprovalTag } from './ApprovalState.tsx'
import { ApprovalSteps } from './ApprovalSteps.tsx'
import { approvalCalls } from './approval-list.ts'
import { OpinionField } from './OpinionField.tsx'
import { spanText } from './span-text.ts'

type Props = { id: number; onClose: () => void; onHandled: () => void }

/** 审批详情: who wants to be away, when and why, what was decided, and the decision. Source: spec 2, section 2.2. */
export function ApprovalDrawer({ id, onClose, onHandled }: Props) {
  const { t } = useTranslation(['approvals', 'list'])
  const userId = useSession((s) => s.session?.user.userId) ?? 0
  const mayHandle = useMay('approval_handle')
  // A decision is never based on stale data: the drawer loads anew.
  const detail = useQuery({ ...query(getApproval, { applyForRecordId: id, pushObjectId: userId }), gcTime: 0 })
  const approval = detail.data
  const submit = useAct(submitApproval, approvalCalls, onHandled)
  const withdraw = useAct(withdrawApproval, approvalCalls, onHandled)
  const [opinion, setOpinion] = useState('')
  const [isMissing, setMissing] = useState(false)
  useMarkRead(approval?.pushId)

  const may = (act: ApprovalAct) => !!approval && 'next' in decide(approval, act, { userId, opinion })
  const canDecide = mayHandle && may('approve')
  const canWithdraw = may('revoke')
  const presence = usePresence(MsgType.approval, canDecide ? id : undefined)

  async function reject() {
    if (!may('reject')) return setMissing(true)
    await submit({ applyForId: id, status: ApprovalStatus.rejected, opinion })
  }

  return (
    <DrawerFrame
      title={t('details')}
      state={approval && <ApprovalTag status={approval.status} />}
      asked={detail}
      onClose={onClose}
      isUnsent={canDecide && opinion.trim() !== ''}
      notice={canDecide && <PresenceBar presence={presence} mayAct />}
      form={
        canDecide && (
          <OpinionField
            isMissing={isMissing}
            value={opinion}
            onChange={(text) => {
              setOpinion(text)
              setMissing(false)
            }}
          />
        )
      }
      buttons={(close) => (
        <>
          {canDecide && <span className="drawer-hint">{t('approveHint')}</span>}
          <Button autoInsertSpace={false} onClick={close}>
            {t('action.back')}
          </Button>
          {approval && canWithdraw && (
            <ConfirmButton
              question={{
                title: t('withdrawQuestion'),
                content: t('withdrawHint', { name: approval.objectName, span: spanText(approval, t) }),
                okText: t('withdraw'),
                onOk: () => withdraw({ id }),
              }}
            />
          )}
          {canDecide && (
            <>
              <ActionButton danger disabled={presence.isTaken} onAct={reject}>
                {t('reject')}
              </ActionButton>
              <ActionButton
                type="primary"
                confirms
                disabled={presence.isTaken}
                onAct={() => submit({ applyForId: id, status: ApprovalStatus.approved, opinion })}
              >
                {t('approve')}
              </ActionButton>
            </>
          )}
        </>
      )}
    >
      {approval && (
        <>
          <ApprovalFacts approval={approval} />
          {(approval.status === ApprovalStatus.pending || approval.status === ApprovalStatus.approved) && (
            <Absences absences={approval.absences} />
          )}
          <DrawerPart title={t('flow')}>
            <ApprovalSteps steps={approval.applyForHistoryRecordVoList} />
          </DrawerPart>
        </>
      )}
    </DrawerFrame>
  )
}
