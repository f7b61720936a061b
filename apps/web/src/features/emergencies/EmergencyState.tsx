import { CheckCircleOutlined, ExclamationCircleOutlined, MinusCircleOutlined, SyncOutlined } from '@ant-design/icons'
import { EmergencyState } from '@huanwei/contract/emergencies/codes'
import type { Emergency, ListedEmergency } from '@huanwei/contract/emergencies/endpoints'
import { stateOf } from '@huanwei/contract/emergencies/rules'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lastingText } from '../../lib/time.ts'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'
import { whole } from '../../ui/list/list-cells.tsx'
import { verdictWord } from '../violations/ViolationState.tsx'

const looks: Record<EmergencyState, { tone: Tone; icon: ReactNode }> = {
  [EmergencyState.waiting]: { tone: 'bad', icon: <ExclamationCircleOutlined /> },
  [EmergencyState.acknowledged]: { tone: 'warn', icon: <SyncOutlined /> },
  [EmergencyState.closed]: { tone: 'good', icon: <CheckCircleOutlined /> },
  [EmergencyState.lapsed]: { tone: 'plain', icon: <MinusCircleOutlined /> },
}

export function EmergencyTag({ emergency }: { emergency: Pick<Emergency, 'acknowledgement' | 'closing'> }) {
  const { t } = useTranslation('emergencies')
  const state = stateOf(emergency)
  return <ListTag {...looks[state]} text={t(`states.${state}`)} />
}

/** Who called, and whether it was a drill. */
export function CallerName({ emergency: { objectName, isDrill } }: { emergency: ListedEmergency }) {
  const { t } = useTranslation('emergencies')
  return (
    <span title={objectName}>
      {isDrill && (
        <>
          <b className="emergency-drill">{t('drill')}</b>{' '}
        </>
      )}
      {objectName}
    </span>
  )
}

/** Who did a step, and how long it took. */
export function Answered({ step }: { step: { by: string; seconds: number } | null }) {
  const { t } = useTranslation('emergencies')
  if (!step) return '—'
  const after = t('after', { lasting: lastingText(step.seconds) })
  const who = step.by || t('nobody')
  return (
    <span title={`${who} ${after}`}>
      {who} <span className="list-sub">{after}</span>
    </span>
  )
}

/** How the violation of the call was judged, and what was done. */
export function Outcome({ emergency }: { emergency: Pick<ListedEmergency, 'verdict' | 'closing' | 'objectType'> }) {
  const { t } = useTranslation('violations')
  const { verdict, closing, objectType } = emergency
  return whole([verdict !== null && t(verdictWord(verdict, objectType)), closing?.remark].filter(Boolean).join(' · '))
}
