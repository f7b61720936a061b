import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { ComplaintStatus } from '@huanwei/contract/complaints/codes'
import { type ComplaintDetail, getComplaint, listComplaints, replyToComplaint } from '@huanwei/contract/complaints/endpoints'
import { complaintDeadline, doubtsAbout } from '@huanwei/contract/complaints/rules'
import { MsgType } from '@huanwei/contract/messages/codes'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { isGone } from '../../lib/errors.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { PlaceView } from '../../map/fields/PlaceView.tsx'
import { DrawerFacts, DrawerFrame, DrawerPart, type Fact } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { WorkStrip } from '../cleaning/causes/WorkStrip.tsx'
import { DueTime } from '../deadlines/Due.tsx'
import { Photos } from '../files/Photos.tsx'
import { useDeskKeys } from '../queues/desk/desk-keys.ts'
import { useDeskPane } from '../queues/desk/desk-pane.ts'
import { KeyCap } from '../queues/desk/KeyCap.tsx'
import type { Act } from '../queues/desk/use-desk.ts'
import { useOnce, useQueueAct } from '../queues/desk/use-queue-act.ts'
import { messageCalls } from '../queues/message-calls.ts'
import { PresenceBar } from '../queues/PresenceBar.tsx'
import { useDraft } from '../queues/use-draft.ts'
import { useMarkRead } from '../queues/use-mark-read.ts'
import { usePresence } from '../queues/use-presence.ts'
import { ComplaintTag, DoubtTags, Satisfaction, TypeTag } from './ComplaintState.tsx'
import { ComplaintSteps } from './ComplaintSteps.tsx'
import { ComplaintWays } from './ComplaintWays.tsx'
import './complaints.css'
import type { ComplaintRow } from './complaint-list.ts'
import { IdentityPart } from './IdentityPart.tsx'
import { emptyReply, firstQuickKey, quickReplies, ReplyForm } from './ReplyForm.tsx'

type Props = { id: number; onClose: () => void; onHandled: (act: Act<ComplaintRow>) => void }

/** 公众事件详情: what was said, by whom, what was done about it, and the reply. Source: spec 1, section 2.6. */
export function ComplaintDrawer({ id, onClose, onHandled }: Props) {
  const { t } = useTranslation(['complaints', 'list'])
  const userId = useSession((s) => s.session?.user.userId)
  const mayHandle = useMay('complaint_handle')
  // A reply is never based on stale data: the drawer loads anew.
  const detail = useQuery({ ...query(getComplaint, { id, pushObjectId: userId, publicEventType: 1 }, isGone), gcTime: 0 })
  const complaint = detail.data
  const send = useQueueAct(replyToComplaint, [...messageCalls, getComplaint, listComplaints])
  const once = useOnce()
  const desk = useDeskPane()
  const { fields, showMissing } = useDraft(emptyReply)
  const { text, pictures } = fields.draft
  useMarkRead(complaint?.pushId)
  const presence = usePresence(MsgType.public, complaint?.id)
  const canReply = mayHandle && !!complaint && complaint.status !== ComplaintStatus.handled

  async function confirm() {
    if (!text.trim()) return showMissing(true)
    await once(async () => {
      const answered = await send({ id, resultContent: text, resultUrl: pictures })
      if (!answered) return false
      const { facilityName: name, status } = answered
      onHandled({ ids: [id], name, verdict: t('status.processed'), change: { status } })
      return true
    })
  }
  const quickKeys = quickReplies.map((reply, i) => {
    function add() {
      fields.onDraft({ ...fields.draft, text: text + t(`reply.quick.${reply}`) })
      desk?.toForm()
    }
    return [String(i + firstQuickKey), add] as const
  })
  useDeskKeys(desk && canReply && !presence.isTaken ? { 1: desk.toForm, ...Object.fromEntries(quickKeys) } : {})

  return (
    <DrawerFrame
      title={t('details')}
      state={complaint && <ComplaintTag status={complaint.status} />}
      asked={detail}
      onClose={onClose}
      isUnsent={canReply && (text.trim() !== '' || pictures !== '')}
      notice={<PresenceBar presence={presence} mayAct={canReply} />}
      form={canReply && <ReplyForm {...fields} id={id} />}
      buttons={(close) => (
        <>
          {desk?.last}
          {canReply && !desk && <span className="drawer-hint">{t('list:confirmHint')}</span>}
          <Button autoInsertSpace={false} onClick={close}>
            {t('action.back')}
          </Button>
          {canReply && (
            <ActionButton type="primary" confirms disabled={presence.isTaken} onAct={confirm}>
              {t('action.confirm')} <KeyCap name="Ctrl Enter" />
            </ActionButton>
          )}
        </>
      )}
    >
      {complaint && <ComplaintContent complaint={complaint} canReply={canReply} />}
    </DrawerFrame>
  )
}

function ComplaintContent({ complaint, canReply }: { complaint: ComplaintDetail; canReply: boolean }) {
  const { t } = useTranslation('complaints')
  return (
    <>
      <ComplaintFacts complaint={complaint} />
      {canReply && <ComplaintWays id={complaint.id} />}
      {complaint.url && (
        <DrawerPart title={t('photos')}>
          <Photos of={t('column.content')} names={complaint.url.split(',')} />
        </DrawerPart>
      )}
      <WorkStrip kind={CauseKind.publicEvent} id={complaint.id} />
      <DrawerPart title={t('place')}>
        <PlaceView lng={complaint.lng} lat={complaint.lat} />
      </DrawerPart>
      <DrawerPart title={t('identity.title')}>
        <IdentityPart complaint={complaint} />
      </DrawerPart>
      <DrawerPart title={t('process')}>
        <ComplaintSteps steps={complaint.eventVo.eventProcessList} />
      </DrawerPart>
    </>
  )
}

function ComplaintFacts({ complaint }: { complaint: ComplaintDetail }) {
  const { t } = useTranslation(['complaints', 'deadlines'])
  const facts: Fact[] = [
    { key: 'type', label: t('column.type'), value: <TypeTag eventType={complaint.eventType} /> },
    { key: 'time', label: t('column.time'), value: complaint.eventTime },
    { key: 'due', label: t('deadlines:dueTime'), value: <DueTime deadline={complaintDeadline(complaint)} /> },
    { key: 'facility', label: t('column.facility'), value: complaint.facilityName },
    { key: 'department', label: t('department'), value: complaint.deptName },
    { key: 'position', label: t('column.position'), value: complaint.position, wide: true },
    { key: 'content', label: t('column.content'), value: complaint.content, wide: true },
  ]
  if (complaint.score !== null)
    facts.push({
      key: 'score',
      label: t('score'),
      value: (
        <>
          <Satisfaction score={complaint.score} /> {complaint.scoreRemark}
        </>
      ),
      wide: true,
    })
  if (hasDoubts(complaint)) facts.push({ key: 'doubt', label: t('doubt'), value: <DoubtTags about={complaint} />, wide: true })
  return <DrawerFacts facts={facts} />
}

function hasDoubts(complaint: ComplaintDetail) {
  const { far, isFlood } = doubtsAbout(complaint)
  return far !== undefined || isFlood
}
