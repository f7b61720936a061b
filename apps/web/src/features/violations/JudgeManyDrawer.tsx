import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { getViolation, type JudgedViolation, judgeViolations, listViolations } from '@huanwei/contract/violations/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { call, query } from '../../lib/api.ts'
import { showFailure } from '../../lib/failure.ts'
import { DrawerFrame, DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { messageCalls } from '../queues/message-calls.ts'
import { useVerdict } from './use-verdict.ts'
import { VerdictForm } from './VerdictForm.tsx'
import './judge-many.css'

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
  const cache = useQueryClient()
  const verdict = useVerdict()
  // Any verdict will do: what may have one may have all.
  const preview = useQuery({
    ...query(judgeViolations, { ids: [...ids], withStorm, alarmType: AlarmType.real, preview: true }),
    gcTime: 0,
  })
  const judge = useMutation({
    mutationFn: (given: { alarmType: AlarmType; remark: string }) =>
      call(judgeViolations, { ids: [...ids], withStorm, ...given }),
    onSuccess: onJudged,
    onError: showFailure,
    onSettled() {
      for (const { path } of [...messageCalls, getViolation, listViolations]) void cache.invalidateQueries({ queryKey: [path] })
    },
  })
  const rows = judge.data ?? preview.data ?? []
  const allowed = rows.filter(({ refusal }) => refusal === null)
  const mayJudge = !judge.data && allowed.length > 0

  async function confirm() {
    const given = verdict.take()
    if (given) await judge.mutateAsync({ alarmType: given.alarmType, remark: given.notes }).catch(() => undefined)
  }

  const counts = { n: allowed.length, refused: rows.length - allowed.length }
  return (
    <DrawerFrame
      title={t('many.title', { n: rows.length || ids.length })}
      asked={preview}
      onClose={onClose}
      isUnsent={mayJudge && verdict.isUnsent}
      form={
        mayJudge && (
          <>
            {judge.error && <Alert type="error" role="alert" title={judge.error.message} />}
            <VerdictForm {...verdict.form} objectType={objectType} />
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
