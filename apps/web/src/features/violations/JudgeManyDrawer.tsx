import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { getViolation, type JudgedViolation, judgeViolations, listViolations } from '@huanwei/contract/violations/endpoints'
import { undoSeconds } from '@huanwei/contract/violations/rules'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAsk } from '../../lib/send.ts'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { ManyDrawer, useOutcomes } from '../queues/ManyDrawer.tsx'
import { messageCalls } from '../queues/message-calls.ts'
import { useUndo } from './desk/use-undo.ts'
import { useVerdict } from './use-verdict.ts'
import { VerdictForm } from './VerdictForm.tsx'

type Props = {
  ids: readonly number[]
  objectType: ObjectType
  /** True when each row represents its whole storm. */
  withStorm: boolean
  onClose: () => void
  onJudged: () => void
}

/** 批量处理: which of the picked violations can be judged, one verdict for them, and what became of each. */
export function JudgeManyDrawer({ ids, objectType, withStorm, onClose, onJudged }: Props) {
  const { t } = useTranslation(['violations', 'list'])
  const verdict = useVerdict()
  // Any verdict will do: what may have one may have all.
  const preview = useQuery({
    ...query(judgeViolations, { ids: [...ids], withStorm, alarmType: AlarmType.real, preview: true }),
    gcTime: 0,
  })
  const judge = useAsk(judgeViolations, [...messageCalls, getViolation, listViolations])
  const undo = useUndo()
  const { done, tell } = useOutcomes<JudgedViolation>({ onDone: onJudged, onClose })

  async function confirm() {
    const given = verdict.take()
    if (!given) return
    const { alarmType, notes: remark } = given
    const judged = await judge({ ids: [...ids], withStorm, alarmType, remark })
    const go = () => undo((judged ?? []).map(({ id }) => id))
    tell(judged, (n) => t('many.said', { n }), { word: t('many.undo'), seconds: undoSeconds, go })
  }

  return (
    <ManyDrawer
      title={t('many.title', { n: (done ?? preview.data)?.length || ids.length })}
      label={t('many.rows')}
      preview={preview}
      done={done}
      doneWord={t('many.judged')}
      name={({ objectName, violationEvent, createTime }) => (
        <>
          <strong>{objectName}</strong> {violationEvent} <span className="list-sub">{createTime}</span>
        </>
      )}
      isUnsent={verdict.isUnsent}
      form={<VerdictForm {...verdict.form} objectType={objectType} />}
      hint={t('list:confirmHint')}
      acts={
        <ActionButton type="primary" confirms onAct={confirm}>
          {t('action.confirm')}
        </ActionButton>
      }
      onClose={onClose}
    />
  )
}
