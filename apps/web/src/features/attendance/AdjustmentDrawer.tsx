import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import { getAdjustment } from '@huanwei/contract/adjustments/endpoints'
import { decideAdjustment } from '@huanwei/contract/adjustments/rules'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../lib/api.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { DrawerFacts, DrawerFrame, DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { Timeline } from '../../ui/drawer/Timeline.tsx'
import { OpinionField } from '../approvals/OpinionField.tsx'
import { VerdictButtons } from '../approvals/VerdictButtons.tsx'
import { AdjustmentTag } from './AdjustmentTag.tsx'
import { useAdjustmentSteps } from './DayTimeline.tsx'
import { StateTag } from './StateTag.tsx'
import { useDecision } from './use-decision.ts'

/** One adjustment: what is asked for and why, what became of it, and the decision of whoever may take it. */
export function AdjustmentDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['attendance', 'list'])
  const asked = useQuery({ ...query(getAdjustment, { id }), gcTime: 0 })
  const stepsOf = useAdjustmentSteps()
  const userId = useSession((s) => s.session?.user.userId) ?? 0
  const mayDecide = useMay('attendance_handle')
  const { fields, approve, reject } = useDecision([id], () => onClose())
  const adjustment = asked.data
  const isOpen =
    mayDecide && adjustment && 'next' in decideAdjustment(adjustment, AdjustmentStatus.approved, { userId, opinion: '' })
  return (
    <DrawerFrame
      title={adjustment ? `${adjustment.objectName} ${adjustment.day}` : t('adjustments')}
      state={adjustment && <AdjustmentTag status={adjustment.status} />}
      asked={asked}
      onClose={onClose}
      isUnsent={!!isOpen && fields.draft.trim() !== ''}
      form={isOpen && <OpinionField {...fields} />}
      buttons={(close) => (
        <>
          <Button autoInsertSpace={false} onClick={close}>
            {t('action.close')}
          </Button>
          {isOpen && <VerdictButtons onReject={reject} onApprove={approve} />}
        </>
      )}
    >
      {adjustment && (
        <>
          <DrawerFacts
            facts={[
              { key: 'from', label: t('fromState'), value: <StateTag state={adjustment.fromState} /> },
              { key: 'to', label: t('toState'), value: <StateTag state={adjustment.toState} /> },
              { key: 'department', label: t('list:department'), value: adjustment.deptName },
              {
                key: 'person',
                label: t('person'),
                value: <Link to={`/asset/personnel/index?open=${adjustment.objectId}`}>{adjustment.objectName}</Link>,
              },
              {
                key: 'day',
                label: t('day'),
                value: (
                  <Link
                    to={`/attendance/index?view=days&objectId=${adjustment.objectId}&from=${adjustment.day}&to=${adjustment.day}`}
                  >
                    {adjustment.day}
                  </Link>
                ),
              },
            ]}
          />
          <DrawerPart title={t('timeline')}>
            <Timeline label={t('timeline')} steps={stepsOf(adjustment)} />
          </DrawerPart>
        </>
      )}
    </DrawerFrame>
  )
}
