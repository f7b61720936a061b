import type { AdjustmentOutcome } from '@huanwei/contract/adjustments/endpoints'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { OpinionField } from '../approvals/OpinionField.tsx'
import { VerdictButtons } from '../approvals/VerdictButtons.tsx'
import { OutcomeRow } from '../queues/ManyDrawer.tsx'
import { useDecision } from './use-decision.ts'

type Props = { ids: readonly number[]; onClose: () => void; onDecided: () => void }

/** 批量审批: one opinion for the picked adjustments, and what became of each where some were refused. */
export function DecideDrawer({ ids, onClose, onDecided }: Props) {
  const { t } = useTranslation(['attendance', 'list'])
  const [outcomes, setOutcomes] = useState<AdjustmentOutcome[]>([])
  const { fields, approve, reject } = useDecision(ids, (done) => {
    onDecided()
    if (done.length) setOutcomes(done)
    else onClose()
  })
  const isOver = outcomes.length > 0
  return (
    <DrawerFrame
      title={t('decideTitle', { count: ids.length })}
      onClose={onClose}
      isUnsent={!isOver && fields.draft.trim() !== ''}
      form={!isOver && <OpinionField {...fields} />}
      buttons={(close) => (
        <>
          <Button autoInsertSpace={false} onClick={close}>
            {t(isOver ? 'action.close' : 'action.cancel')}
          </Button>
          {!isOver && <VerdictButtons onReject={reject} onApprove={approve} />}
        </>
      )}
    >
      <p role="status">{isOver ? t('decidedSome') : t('decideHint')}</p>
      {isOver && (
        <ul className="many-rows" aria-label={t('adjustments')}>
          {outcomes.map(({ id, objectName, day, refusal }) => (
            <OutcomeRow key={id} name={`${objectName} ${day}`} refusal={refusal} word={t('decidedWord')} />
          ))}
        </ul>
      )}
    </DrawerFrame>
  )
}
