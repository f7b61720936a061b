import type { EmergencyAct } from '@huanwei/contract/emergencies/codes'
import { type EmergencyStep, getEmergencyRecord } from '@huanwei/contract/emergencies/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { useEmergencies } from '../../live/emergencies.ts'
import { Timeline, type TimelineStep } from '../../ui/drawer/Timeline.tsx'

/** An emergency, or a violation that is one of its calls. */
type Named = { id: number } | { violationEventId: number }

/** The record of an emergency, asked for again whenever it changes; null where there is none. */
export function useEmergencyRecord(of: Named) {
  const state = useEmergencies(({ emergencies }) =>
    emergencies.find((one) => ('id' in of ? one.id === of.id : one.violationId === of.violationEventId)),
  )
  return useQuery({
    queryKey: [getEmergencyRecord.path, of, state],
    queryFn: ({ signal }) => call(getEmergencyRecord, of, signal),
    placeholderData: (before) => before,
  })
}

/** Who did what when in an emergency; nothing where there is none. */
export function EmergencyRecord({ of }: { of: Named }) {
  const { data, error } = useEmergencyRecord(of)
  if (error) return <p role="alert">{error.message}</p>
  return data && <EmergencySteps steps={data.steps} />
}

export function EmergencySteps({ steps }: { steps: readonly EmergencyStep[] }) {
  const { t } = useTranslation('emergencies')
  return <Timeline label={t('record')} steps={steps.map(stepOf(t))} />
}

const tones: Partial<Record<EmergencyAct, TimelineStep['tone']>> = {
  called: 'bad',
  calledAgain: 'bad',
  drilled: 'warn',
  told: 'warn',
  reopened: 'warn',
  lapsed: 'bad',
  acknowledged: 'good',
  closed: 'good',
  judged: 'good',
}

type T = ReturnType<typeof useTranslation<'emergencies'>>['t']
const stepOf =
  (t: T) =>
  ({ time, act, by, told, remark }: EmergencyStep, key: number): TimelineStep => ({
    key,
    time,
    title: told ? t(`tier.${told.tier}`) : t(`act.${act as Exclude<EmergencyAct, 'told'>}`),
    tone: tones[act],
    ...(by !== null && { who: by }),
    text: told ? told.names.join(t('nameSeparator')) : remark,
  })
