import { MsgType } from '@huanwei/contract/messages/codes'
import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { getViolation, judgeViolation, listViolations, type ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { can } from '@huanwei/contract/violations/rules'
import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { isGone } from '../../lib/errors.ts'
import { useAct } from '../../lib/send.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { DrawerFrame, DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { messageCalls } from '../queues/message-calls.ts'
import { PresenceBar } from '../queues/PresenceBar.tsx'
import { useMarkRead } from '../queues/use-mark-read.ts'
import { usePresence } from '../queues/use-presence.ts'
import { StormParts } from './StormParts.tsx'
import { useVerdict } from './use-verdict.ts'
import { VerdictForm } from './VerdictForm.tsx'
import { ViolationFacts } from './ViolationFacts.tsx'
import { ViolationTag } from './ViolationState.tsx'
import { ViolationSteps } from './ViolationSteps.tsx'
import { ViolationTrack } from './ViolationTrack.tsx'
import { forObject } from './violation-words.ts'

type Props = {
  id: number
  /** Kind of the object, until the violation itself says so. */
  objectType: ObjectType
  onClose: () => void
  onHandled: () => void
  /** Opens another violation: of the same storm, or the one that this alarm is merged into. */
  onOpen: (id: number) => void
  /** Deals with the whole storm that one is part of. */
  onStorm: (id: number) => void
}

/** 违章详情: what happened, where, what was done about it, and the verdict. Source: spec 2, sections 2.1 and 4.1. */
export function ViolationDrawer({ id, objectType: expected, onClose, onHandled, onOpen, onStorm }: Props) {
  const { t } = useTranslation(['violations', 'list'])
  const userId = useSession((s) => s.session?.user.userId)
  const mayHandle = useMay('violation_handle')
  const detail = useQuery({
    ...query(getViolation, { violationEventId: id, pushObjectId: userId }, isGone),
    // A verdict is never based on stale data: the drawer loads anew.
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.endTime === null ? 15_000 : false),
  })
  const violation = detail.data
  const objectType = violation?.objectType ?? expected
  const judge = useAct(judgeViolation, [...messageCalls, getViolation, listViolations], onHandled)
  const verdict = useVerdict()
  useMarkRead(violation?.pushId)
  const presence = usePresence(MsgType.violation, violation?.id)

  const canJudge = mayHandle && !!violation && can(violation.alarmType, AlarmType.real)
  const canRevoke = mayHandle && !!violation && can(violation.alarmType, AlarmType.revoked)

  async function confirm() {
    const given = verdict.take()
    if (given) await judge({ id, ...given })
  }
  const revoke = () => judge({ id, alarmType: AlarmType.revoked })

  return (
    <DrawerFrame
      title={t(forObject(objectType, 'details'))}
      state={violation && <ViolationTag {...violation} />}
      asked={detail}
      onClose={onClose}
      isUnsent={canJudge && verdict.isUnsent}
      notice={<PresenceBar presence={presence} mayAct={canJudge} />}
      form={canJudge && <VerdictForm {...verdict.form} objectType={objectType} />}
      buttons={(close) => (
        <>
          {canJudge && <span className="drawer-hint">{t('list:confirmHint')}</span>}
          <Button autoInsertSpace={false} onClick={close}>
            {t(canJudge || canRevoke ? 'action.cancel' : 'action.close')}
          </Button>
          {canRevoke && <RevokeButton disabled={presence.isTaken} onRevoke={revoke} />}
          {canJudge && (
            <ActionButton type="primary" confirms disabled={presence.isTaken} onAct={confirm}>
              {t('action.confirm')}
            </ActionButton>
          )}
        </>
      )}
    >
      {violation && <ViolationContent violation={violation} since={detail.dataUpdatedAt} onOpen={onOpen} onStorm={onStorm} />}
    </DrawerFrame>
  )
}

type ContentProps = Pick<Props, 'onOpen' | 'onStorm'> & {
  violation: ViolationDetail
  /** Arrival of the violation, epoch ms. */
  since: number
}

function ViolationContent({ violation, since, onOpen, onStorm }: ContentProps) {
  const { t } = useTranslation('violations')
  const { id, objectType, mergedInto, parts, violationVerifyProcess } = violation
  return (
    <>
      {mergedInto !== null && <MergedNote into={mergedInto} onOpen={onOpen} />}
      <ViolationFacts violation={violation} since={since} />
      {parts > 1 && <StormParts id={id} count={parts} onOpen={onOpen} onStorm={onStorm} />}
      <DrawerPart title={t(forObject(objectType, 'place'))}>
        <ViolationTrack violation={violation} />
      </DrawerPart>
      <DrawerPart title={t('process')}>
        <ViolationSteps steps={violationVerifyProcess} objectType={objectType} />
      </DrawerPart>
    </>
  )
}

/** 撤销 of a verdict, after a question. */
function RevokeButton({ disabled, onRevoke }: { disabled: boolean; onRevoke: () => Promise<unknown> }) {
  const { t } = useTranslation(['violations', 'list'])
  const { modal } = App.useApp()
  async function ask() {
    await modal.confirm({
      title: t('revokeQuestion'),
      okText: t('action.confirm'),
      cancelText: t('action.cancel'),
      okButtonProps: { danger: true, autoInsertSpace: false },
      cancelButtonProps: { autoInsertSpace: false },
      onOk: onRevoke,
    })
  }
  return (
    <ActionButton danger disabled={disabled} onAct={ask}>
      {t('revoke')}
    </ActionButton>
  )
}

/** Says that an alarm of a terminal is handled with the violation it is merged into. */
function MergedNote({ into, onOpen }: { into: number; onOpen: (id: number) => void }) {
  const { t } = useTranslation('violations')
  return (
    <p className="drawer-note">
      {t('alarms.merged')}{' '}
      <Button type="link" size="small" onClick={() => onOpen(into)}>
        {t('alarms.open')}
      </Button>
    </p>
  )
}
