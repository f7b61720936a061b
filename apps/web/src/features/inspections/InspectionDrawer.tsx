import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import {
  getInspection,
  type InspectionDetail,
  type InspectionRow,
  listInspections,
  removeInspection,
  submitInspection,
} from '@huanwei/contract/inspections/endpoints'
import { decide, decideRemoval, type InspectionAct, tabOf } from '@huanwei/contract/inspections/rules'
import { MsgType } from '@huanwei/contract/messages/codes'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay, useSession } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { PlaceView } from '../../map/fields/PlaceView.tsx'
import { DrawerFrame, DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { WorkStrip } from '../cleaning/causes/WorkStrip.tsx'
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
import { InspectionFacts } from './InspectionFacts.tsx'
import { InspectionForm, nothingSaid } from './InspectionForm.tsx'
import { InspectionTag, inspectionLooks } from './InspectionState.tsx'
import { InspectionSteps } from './InspectionSteps.tsx'

type Handled = { onHandled: (act: Act<InspectionRow>) => void }
type Props = Handled & { id: number; onClose: () => void }

/** 巡查详情: what was found, what was done about it, and the next step of who is to take it. Source: spec 2, sections 2.3 and 4.3. */
export function InspectionDrawer({ id, onClose, onHandled }: Props) {
  const { t } = useTranslation(['inspections', 'list'])
  const userId = useSession((s) => s.session?.user.userId)
  // A decision is never based on stale data: the drawer loads anew.
  const detail = useRecord(getInspection, { inspectEventId: id, pushObjectId: userId })
  const inspection = detail.data
  const submit = useSubmit(onHandled)
  const [isReturning, setReturning] = useState(false)
  const desk = useDeskPane()
  const { fields, showMissing } = useDraft(nothingSaid)
  const said = fields.draft
  useMarkRead(inspection?.pushId, [listInspections])
  const presence = usePresence(MsgType.inspection, inspection?.id)
  const may = useMayDo(inspection)
  const canAnswer = may('feedback')
  const canClose = may('close')
  const canAct = canAnswer || canClose

  const act = (status: typeof InspectionStatus.fedBack | typeof InspectionStatus.closed) => submit({ id, status, ...said })
  async function sendBack() {
    if (may('return', said.remark)) return submit({ id, status: InspectionStatus.waiting, ifReturn: 1, ...said })
    setReturning(true)
    showMissing(true)
    desk?.toForm()
  }
  const keys = canAnswer ? { 1: desk?.toForm } : { 1: () => act(InspectionStatus.closed), 2: sendBack }
  useDeskKeys(desk && canAct && !presence.isTaken ? keys : {})

  return (
    <DrawerFrame
      title={t('details')}
      state={inspection && <InspectionTag inspection={inspection} />}
      asked={detail}
      onClose={onClose}
      isUnsent={canAct && (said.remark.trim() !== '' || said.img !== '')}
      notice={<PresenceBar presence={presence} mayAct={canAct} />}
      form={canAct && <InspectionForm {...fields} id={id} kind={canAnswer ? 'feedback' : 'verdict'} />}
      buttons={(close) => (
        <>
          {inspection && <RemoveInspection inspection={inspection} isTaken={presence.isTaken} onHandled={onHandled} />}
          {desk?.last}
          {canAnswer && !desk && <span className="drawer-hint">{t('list:confirmHint')}</span>}
          <Button autoInsertSpace={false} onClick={close}>
            {t('action.back')}
          </Button>
          {canAnswer && (
            <ActionButton type="primary" confirms disabled={presence.isTaken} onAct={() => act(InspectionStatus.fedBack)}>
              {t('action.confirm')} <KeyCap name="Ctrl Enter" />
            </ActionButton>
          )}
          {canClose && (
            <>
              <ActionButton danger confirms={isReturning} disabled={presence.isTaken} onAct={sendBack}>
                {t('sendBack')} <KeyCap name="2" />
              </ActionButton>
              <ActionButton
                type="primary"
                confirms={!isReturning}
                disabled={presence.isTaken}
                onAct={() => act(InspectionStatus.closed)}
              >
                {t('close')} <KeyCap name="1" />
              </ActionButton>
            </>
          )}
        </>
      )}
    >
      {inspection && <InspectionContent inspection={inspection} now={detail.dataUpdatedAt} />}
    </DrawerFrame>
  )
}

/** Takes the next step of an inspection. */
function useSubmit(onHandled: Handled['onHandled']) {
  const { t } = useTranslation('inspections')
  const send = useQueueAct(submitInspection, [...messageCalls, getInspection, listInspections])
  const once = useOnce()
  return (input: Parameters<typeof send>[0]) =>
    once(async () => {
      const moved = await send(input)
      if (!moved) return false
      const { id, eventContent, status, ifReturn } = moved
      const verdict = t(`state.${inspectionLooks[tabOf(moved)].word}`)
      onHandled({ ids: [id], name: eventContent, verdict, change: { status, ifReturn } })
      return true
    })
}

/** `now` in epoch ms. */
function InspectionContent({ inspection, now }: { inspection: InspectionDetail; now: number }) {
  const { t } = useTranslation('inspections')
  return (
    <>
      <InspectionFacts inspection={inspection} now={now} />
      <WorkStrip kind={CauseKind.inspection} id={inspection.id} />
      <DrawerPart title={t('place')}>
        <PlaceView lng={inspection.lng} lat={inspection.lat} />
      </DrawerPart>
      <DrawerPart title={t('process')}>
        <InspectionSteps steps={inspection.historyInspectEventList} />
      </DrawerPart>
    </>
  )
}

/** Tells whether the person may do something with the inspection, as the server will decide; `remark` matters for a return. */
function useMayDo(inspection: InspectionDetail | undefined) {
  const userId = useSession((s) => s.session?.user.userId) ?? 0
  const mayHandle = useMay('inspection_handle')
  return (act: InspectionAct, remark = '') => !!inspection && 'next' in decide(inspection, act, { userId, mayHandle, remark })
}

type RemoveProps = Handled & { inspection: InspectionDetail; isTaken: boolean }

/** While nobody has answered it, it can be taken back. */
function RemoveInspection({ inspection, isTaken, onHandled }: RemoveProps) {
  const { t } = useTranslation('inspections')
  const userId = useSession((s) => s.session?.user.userId) ?? 0
  const mayHandle = useMay('inspection_handle')
  const send = useQueueAct(removeInspection, [...messageCalls, listInspections])
  const { id, position, eventContent } = inspection
  if (decideRemoval({ ...inspection, isAnswered: inspection.disposeTime !== null }, { userId, mayHandle }) !== 'may') return null
  async function remove() {
    if (await send({ id })) onHandled({ ids: [id], name: eventContent, verdict: t('removed'), change: undefined })
  }
  return (
    <span className="form-actions">
      <RemoveButton
        disabled={isTaken}
        question={{ title: t('removeQuestion'), content: t('removeHint', { name: `${position} ${eventContent}` }) }}
        onRemove={remove}
      />
    </span>
  )
}
