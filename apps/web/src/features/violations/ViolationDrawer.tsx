import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { getViolation, judgeViolation, listViolations } from '@huanwei/contract/violations/endpoints'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/send.ts'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { messageCalls } from '../queues/message-calls.ts'
import { PresenceBar } from '../queues/PresenceBar.tsx'
import { ViolationContent } from './evidence/ViolationContent.tsx'
import { RevokeButton } from './RevokeButton.tsx'
import { type BegunVerdicts, useVerdict } from './use-verdict.ts'
import { useViolation } from './use-violation.ts'
import { VerdictForm } from './VerdictForm.tsx'
import { ViolationTag } from './ViolationState.tsx'
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
  onStorm: (id: number, objectType: ObjectType) => void
  begun?: BegunVerdicts
}

/** 违章详情: what happened, where, what was done about it, and the verdict. Source: spec 2, sections 2.1 and 4.1. */
export function ViolationDrawer({ id, objectType: expected, onClose, onHandled, onOpen, onStorm, begun }: Props) {
  const { t } = useTranslation(['violations', 'list'])
  const { detail, violation, presence, canJudge, canRevoke } = useViolation(id)
  const objectType = violation?.objectType ?? expected
  const judge = useAct(judgeViolation, [...messageCalls, getViolation, listViolations], onHandled)
  const verdict = useVerdict(id, begun)

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
      form={
        canJudge && (
          <>
            {violation && violation.parts > 1 && <p className="drawer-note">{t('storm.onlyThis')}</p>}
            <VerdictForm {...verdict.form} objectType={objectType} />
          </>
        )
      }
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
      {violation && (
        <ViolationContent
          violation={violation}
          since={detail.dataUpdatedAt}
          onOpen={onOpen}
          onStorm={(one) => onStorm(one, objectType)}
        />
      )}
    </DrawerFrame>
  )
}
