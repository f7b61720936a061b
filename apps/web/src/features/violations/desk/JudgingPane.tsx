import { mostAtOnce } from '@huanwei/contract/many'
import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { Button, Checkbox, Input } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DrawerFrame, InPage } from '../../../ui/drawer/DrawerFrame.tsx'
import { PresenceBar } from '../../queues/PresenceBar.tsx'
import { useEvidence } from '../evidence/use-evidence.ts'
import { ViolationContent } from '../evidence/ViolationContent.tsx'
import { RevokeButton } from '../RevokeButton.tsx'
import { useViolation } from '../use-violation.ts'
import { ViolationTag, verdictWord } from '../ViolationState.tsx'
import type { ViolationRow } from '../violation-list.ts'
import { forObject } from '../violation-words.ts'
import { useDeskKeys } from './desk-keys.ts'
import { useDeskVerdict } from './use-desk-verdict.ts'

const verdicts = { 1: AlarmType.real, 2: AlarmType.falseSystem, 3: AlarmType.falseDispatch } as const

const similarKey = 'S'

type Props = {
  id: number
  /** Kind of the object, until the violation itself says so. */
  objectType: ObjectType
  onClose: () => void
  onJudged: (ids: readonly number[], verdict: AlarmType) => void
  onOpen: (id: number) => void
  onStorm: (id: number) => void
  /** What was done last, with the way back. */
  last: ReactNode
  /** Remarks that were begun, by violation: they stay while others are looked at. */
  remarks: Map<number, string>
  /** Rows that have the same verdict. */
  picked: readonly ViolationRow[]
  /** True where a row stands for its storm. */
  isFolded: boolean
}

/** A violation beside the list: the evidence, and a verdict by one click or key. */
export function JudgingPane({ id, objectType: expected, onClose, onJudged, onOpen, onStorm, last, remarks, ...rest }: Props) {
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
  const send = useDeskVerdict({ ids, isAlone: count === 1, withStorm: isFolded })
  const [remark, setRemark] = useState(() => remarks.get(id) ?? '')
  const isSending = useRef(false)

  async function judge(alarmType: AlarmType) {
    if (isSending.current) return
    isSending.current = true
    const notes = alarmType === AlarmType.real || alarmType === AlarmType.revoked ? '' : remark.trim()
    // Once judged it stays out of use: a second press is not meant for it.
    const judged = await send(alarmType, notes)
    if (judged.length > 0) onJudged(judged, alarmType)
    else isSending.current = false
  }
  const mayJudge = canJudge && !presence.isTaken
  useDeskKeys(
    mayJudge
      ? { 1: () => judge(verdicts[1]), 2: () => judge(verdicts[2]), 3: () => judge(verdicts[3]), s: () => setAlike(!isAlike) }
      : {},
  )

  return (
    <InPage value>
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
                  remarks.set(id, target.value)
                }}
              />
            </>
          )
        }
        buttons={() => (
          <>
            {last}
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
                  {count > 1 && t('desk.count', { n: count })} <kbd aria-hidden>{key}</kbd>
                </Button>
              ))}
          </>
        )}
      >
        {violation && <ViolationContent violation={violation} since={detail.dataUpdatedAt} onOpen={onOpen} onStorm={onStorm} />}
      </DrawerFrame>
    </InPage>
  )
}
