import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { getViolation, type JudgedViolation, judgeViolations, listViolations } from '@huanwei/contract/violations/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, query } from '../../lib/api.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DrawerFrame, DrawerPart } from '../../ui/DrawerFrame.tsx'
import { refreshMessages } from '../messages/use-act.ts'
import { VerdictForm } from './VerdictForm.tsx'
import { emptyDraft, isUnsent, verdictOf } from './verdict-draft.ts'
import './judge-many.css'

type Props = { ids: readonly number[]; onClose: () => void; onJudged: () => void }

/** 批量处理: which of the picked violations can be judged, one verdict for them, and what became of each. */
export function JudgeManyDrawer({ ids, onClose, onJudged }: Props) {
  const { t } = useTranslation(['violations', 'list'])
  const cache = useQueryClient()
  const [draft, setDraft] = useState(emptyDraft)
  const [missing, setMissing] = useState<'kind' | 'reason'>()
  // Any verdict will do: what may have one may have all.
  const preview = useQuery({
    ...query(judgeViolations, { ids: [...ids], alarmType: AlarmType.real, preview: true }),
    gcTime: 0,
  })
  const judge = useMutation({
    mutationFn: (verdict: { alarmType: AlarmType; remark: string }) => call(judgeViolations, { ids: [...ids], ...verdict }),
    onSuccess: onJudged,
    onSettled: () => refreshMessages(cache, [getViolation, listViolations]),
  })
  const rows = judge.data ?? preview.data ?? []
  const allowed = rows.filter(({ refusal }) => refusal === null)
  const mayJudge = !judge.data && allowed.length > 0

  async function confirm() {
    const verdict = verdictOf(draft)
    if ('missing' in verdict) return setMissing(verdict.missing)
    await judge.mutateAsync({ alarmType: verdict.alarmType, remark: verdict.notes }).catch(() => undefined)
  }

  const counts = { n: allowed.length, refused: ids.length - allowed.length }
  return (
    <DrawerFrame
      title={t('many.title', { n: ids.length })}
      isLoading={preview.isPending}
      error={preview.data ? null : preview.error}
      onRetry={() => preview.refetch()}
      onClose={onClose}
      isUnsent={mayJudge && isUnsent(draft)}
      form={
        mayJudge && (
          <>
            {judge.error && <Alert type="error" role="alert" title={judge.error.message} />}
            <VerdictForm
              draft={draft}
              missing={missing}
              onDraft={(next) => {
                setDraft(next)
                setMissing(undefined)
              }}
            />
          </>
        )
      }
      buttons={(close) => (
        <>
          {mayJudge && <span className="drawer-hint">{t('list:confirmHint')}</span>}
          <Button autoInsertSpace={false} onClick={close}>
            {t(mayJudge ? 'action.cancel' : 'action.close')}
          </Button>
          {mayJudge && (
            <ActionButton type="primary" confirms onAct={confirm}>
              {t('action.confirm')}
            </ActionButton>
          )}
        </>
      )}
    >
      <p className="judged-summary" role="status">
        {t(judge.data ? 'many.done' : 'many.preview', counts)}
      </p>
      <DrawerPart title={t('many.rows')}>
        <ul className="judged-rows" aria-label={t('many.rows')}>
          {rows.map((row) => (
            <JudgedRow key={row.id} row={row} words={t(judge.data ? 'many.judged' : 'many.willBe')} />
          ))}
        </ul>
      </DrawerPart>
    </DrawerFrame>
  )
}

function JudgedRow({ row, words }: { row: JudgedViolation; words: string }) {
  const { objectName, violationEvent, createTime, refusal } = row
  return (
    <li data-refused={refusal === null ? undefined : ''}>
      <span>
        <strong>{objectName}</strong> {violationEvent} <span className="list-sub">{createTime}</span>
      </span>
      <span className="judged-outcome">
        {refusal === null ? <CheckCircleOutlined aria-hidden /> : <StopOutlined aria-hidden />} {refusal ?? words}
      </span>
    </li>
  )
}
