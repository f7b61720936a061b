import { mostAtOnce } from '@huanwei/contract/many'
import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { undoSeconds } from '@huanwei/contract/violations/rules'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DrawerFrame } from '../../../ui/drawer/DrawerFrame.tsx'
import { useDeskKeys } from '../../queues/desk/desk-keys.ts'
import { useDeskPane } from '../../queues/desk/desk-pane.ts'
import type { Act } from '../../queues/desk/use-desk.ts'
import { useOnce } from '../../queues/desk/use-queue-act.ts'
import { PresenceBar } from '../../queues/PresenceBar.tsx'
import { useEvidence } from '../evidence/use-evidence.ts'
import { ViolationContent } from '../evidence/ViolationContent.tsx'
import { RevokeButton } from '../RevokeButton.tsx'
import type { BegunVerdicts } from '../use-verdict.ts'
import { useViolation } from '../use-violation.ts'
import { ViolationTag, verdictWord } from '../ViolationState.tsx'
import type { ViolationRow } from '../violation-list.ts'
import { forObject } from '../violation-words.ts'
import { useDeskVerdict } from './use-desk-verdict.ts'
import { useUndo } from './use-undo.ts'

const verdicts = { 1: AlarmType.real, 2: AlarmType.falseSystem, 3: AlarmType.falseDispatch } as const

const similarKey = 'S'

type Props = {
  id: number
  /** Kind of the object, until the violation itself says so. */
  objectType: ObjectType
  onClose: () => void
  onHandled: (act: Act<ViolationRow>) => void
  onOpen: (id: number) => void
  onStorm: (id: number) => void
  begun: BegunVerdicts
  /** Rows that have the same verdict. */
  picked: readonly ViolationRow[]
  /** True where a row stands for its storm. */
  isFolded: boolean
}

/** A violation beside the list: the evidence, and a verdict by one click or key. */
export function JudgingPane({ id, objectType: expected, onClose, onHandled, onOpen, onStorm, begun, ...rest }: Props) {
  const { t } = useTranslation(['violations', 'list'])
  const { detail, violation, presence, canJudge, canRevoke } = useViolation(id)
  const objectType = violation?.objectType ?? expected
  const { picked, isFolded } = rest
  const similar = useEvidence(id).data?.similar ?? []
  const [isAlike, setAlike] = useState(false)
  const others = new Set([...picked.map((row) => row.id), ...(isAlike ? similar : [])].filter((other) => other !== id))
  const ids = [id, ...[...others].slice(0, mostAtOnce - 1)] as const
  const stormsOf = [violation, ...picked.filter((row) => row.id !== id)]
  const count = ids.length + (isFolded ? stormsOf.reduce((sum, one) => sum + (one?.parts ?? 1) - 1, 0) : 0)
  const desk = useDeskPane()
  const send = useDeskVerdict({ ids, isAlone: count === 1, withStorm: isFolded })
  const [remark, setRemark] = useState(() => begun.get(id)?.remark ?? '')
  const once = useOnce()
  const undo = useUndo()

  const judge = (alarmType: AlarmType) =>
    once(async () => {
      const notes = alarmType === AlarmType.real || alarmType === AlarmType.revoked ? '' : remark.trim()
      const judged = await send(alarmType, notes)
      if (judged.length === 0) return false
      const undoing = { seconds: undoSeconds, send: undo, change: { alarmType: AlarmType.pending } }
      onHandled({
        ids: judged,
        name: violation?.objectName ?? '',
        verdict: t(verdictWord(alarmType, objectType)),
        change: { alarmType },
        ...(alarmType !== AlarmType.revoked && { undo: undoing }),
      })
      return true
    })
  const mayJudge = canJudge && !presence.isTaken
  useDeskKeys(
    mayJudge
      ? { 1: () => judge(verdicts[1]), 2: () => judge(verdicts[2]), 3: () => judge(verdicts[3]), s: () => setAlike(!isAlike) }
      : {},
  )

  return (
    <DrawerFrame
      title={violation ? `${violation.objectName} · ${violation.violationEvent}` : t(forObject(objectType, 'details'))}
      state={violation && <ViolationTag {...violation} />}
      asked={detail}
      onClose={onClose}
      notice={<PresenceBar presence={presence} mayAct={canJudge} />}
      form={
        canJudge && (
          <>
            {similar.length > 0 && (
              <Checkbox checked={isAlike} onChange={({ target }) => setAlike(target.checked)} aria-keyshortcuts={similarKey}>
                {t('desk.similar', { n: similar.length })} <kbd aria-hidden>{similarKey}</kbd>
              </Checkbox>
            )}
            <Input
              aria-label={t('desk.remark')}
              placeholder={t('desk.remark')}
              maxLength={500}
              value={remark}
              onChange={({ target }) => {
                setRemark(target.value)
                // Only a false alarm has one.
                begun.set(id, { kind: 'false', ...begun.get(id), remark: target.value })
              }}
            />
          </>
        )
      }
      buttons={() => (
        <>
          {desk?.last}
          {canRevoke && <RevokeButton disabled={presence.isTaken} onRevoke={() => judge(AlarmType.revoked)} />}
          {canJudge &&
            ([1, 2, 3] as const).map((key) => (
              <Button
                key={key}
                autoInsertSpace={false}
                type={key === 1 ? 'primary' : 'default'}
                disabled={presence.isTaken}
                aria-keyshortcuts={String(key)}
                onClick={() => judge(verdicts[key])}
              >
                {t(verdictWord(verdicts[key], objectType))}
                {count > 1 && t('list:desk.count', { n: count })} <kbd aria-hidden>{key}</kbd>
              </Button>
            ))}
        </>
      )}
    >
      {violation && <ViolationContent violation={violation} since={detail.dataUpdatedAt} onOpen={onOpen} onStorm={onStorm} />}
    </DrawerFrame>
  )
}
