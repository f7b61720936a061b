import {
  assignTask,
  type CleaningDetail,
  evaluateTask,
  finishTask,
  getCleaning,
  processTask,
  removeCleaning,
} from '@huanwei/contract/cleaning/endpoints'
import { type CleaningActor, decideRemoval, nextAct } from '@huanwei/contract/cleaning/rules'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/send.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { PlaceView } from '../../map/fields/PlaceView.tsx'
import { DrawerFrame, DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { messageCalls } from '../queues/message-calls.ts'
import { useDraft } from '../queues/use-draft.ts'
import { ActForm } from './ActForm.tsx'
import { type ActDraft, emptyAct, isActUnsent, type Missing, missingOf } from './act-draft.ts'
import { CleaningFacts } from './CleaningFacts.tsx'
import { CleaningTag } from './CleaningState.tsx'
import { CleaningSteps } from './CleaningSteps.tsx'
import { shown } from './cleaning-list.ts'

/** The calls that show a report. */
const asked = [...messageCalls, ...shown]

type Props = {
  id: number
  onClose: () => void
  onHandled: () => void
  /** True where it opens over what it was dispatched from. */
  isAtCause?: boolean
}

/** 报洁详情: what is to be done where, what was done, and the next step of whose it is. Source: spec 3, section 11. */
export function CleaningDrawer({ id, onClose, onHandled, isAtCause = false }: Props) {
  const { t } = useTranslation(['cleaning', 'list'])
  const detail = useRecord(getCleaning, { id })
  const report = detail.data
  const actor = useActor(report?.isInScope ?? false)
  const act = report && nextAct(report, actor)
  const send = useActs(onHandled)
  const { fields, showMissing } = useDraft<ActDraft, NonNullable<Missing>>(emptyAct)
  const { draft } = fields

  async function confirm() {
    if (!report || !act) return
    const lack = missingOf(act, draft, report)
    if (lack) return showMissing(lack)
    await send[act](id, draft)
  }

  return (
    <DrawerFrame
      title={t('details')}
      state={report && <CleaningTag status={report.status} />}
      asked={detail}
      onClose={onClose}
      isUnsent={!!act && isActUnsent(draft)}
      form={
        report &&
        act && <ActForm {...fields} report={report} act={act} onDraft={(change) => fields.onDraft({ ...draft, ...change })} />
      }
      buttons={(close) => (
        <>
          {report && <RemoveReport report={report} actor={actor} onRemoved={onHandled} />}
          {act && <span className="drawer-hint">{t('list:confirmHint')}</span>}
          <Button autoInsertSpace={false} onClick={close}>
            {t('action.back')}
          </Button>
          {act && (
            <ActionButton type="primary" confirms onAct={confirm}>
              {t(`act.${act}.do`)}
            </ActionButton>
          )}
        </>
      )}
    >
      {report && <CleaningContent report={report} isAtCause={isAtCause} />}
    </DrawerFrame>
  )
}

function CleaningContent({ report, isAtCause }: { report: CleaningDetail; isAtCause: boolean }) {
  const { t } = useTranslation('cleaning')
  return (
    <>
      <CleaningFacts report={report} isAtCause={isAtCause} />
      <DrawerPart title={t('place')}>
        <PlaceView lng={report.lng} lat={report.lat} />
      </DrawerPart>
      <DrawerPart title={t('process')}>
        <CleaningSteps report={report} />
      </DrawerPart>
    </>
  )
}

/** Permissions of a user and their scope. */
function useActor(isInScope: boolean): CleaningActor {
  return {
    userId: useSession((s) => s.session?.user.userId) ?? 0,
    mayAssign: useMay('clean_assign') && isInScope,
    mayProcess: useMay('clean_process') && isInScope,
    mayEvaluate: useMay('clean_evaluate') && isInScope,
  }
}

/** Call of each act. */
function useActs(onDone: () => void) {
  const assign = useAct(assignTask, asked, onDone)
  const process = useAct(processTask, asked, onDone)
  const evaluate = useAct(evaluateTask, asked, onDone)
  const over = useAct(finishTask, asked, onDone)
  return {
    assign: (id: number, { assigneeId, vehicleId, remark }: ActDraft) => assign({ id, assigneeId, vehicleId, remark }),
    process: (id: number, { remark, img, beforeImg }: ActDraft) =>
      process({ id, processRemark: remark, processImg: img, beforeImg }),
    evaluate: (id: number, { score, remark }: ActDraft) => evaluate({ id, score, evaluation: remark }),
    over: (id: number, { remark }: ActDraft) => over({ id, remark }),
  }
}

type RemoveProps = { report: CleaningDetail; actor: CleaningActor; onRemoved: () => void }

/** While nobody is assigned, it can be taken back. */
function RemoveReport({ report, actor, onRemoved }: RemoveProps) {
  const { t } = useTranslation('cleaning')
  const remove = useAct(removeCleaning, asked, onRemoved)
  const { id, code, content } = report
  if (decideRemoval(report, actor) !== 'may') return null
  return (
    <span className="form-actions">
      <RemoveButton
        question={{ title: t('removeQuestion'), content: t('removeHint', { name: `${code} ${content}` }) }}
        onRemove={() => remove({ id })}
      />
    </span>
  )
}
