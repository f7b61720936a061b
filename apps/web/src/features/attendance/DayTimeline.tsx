import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import type { Adjustment } from '@huanwei/contract/adjustments/endpoints'
import type { AttendanceDay, Clocking } from '@huanwei/contract/attendance/endpoints'
import { useTranslation } from 'react-i18next'
import { Timeline, type TimelineStep } from '../../ui/drawer/Timeline.tsx'
import { Photos } from '../files/Photos.tsx'

type Props = { day: AttendanceDay & { clockings: Clocking[] }; adjustments: readonly Adjustment[] }

/** Course of a day: when the person was expected and came, clockings, and what was asked and decided. */
export function DayTimeline({ day, adjustments }: Props) {
  const { t } = useTranslation('attendance')
  const stepsOf = useAdjustmentSteps()
  const moments: [key: string, time: string | null, title: string, tone: TimelineStep['tone']][] = [
    ['expectedIn', day.expectedIn, t('event.expectedIn'), 'plain'],
    ['actualIn', day.actualIn, t('event.actualIn'), day.lateMinutes ? 'warn' : 'good'],
    ['actualOut', day.actualOut, t('event.actualOut'), day.earlyMinutes ? 'warn' : 'good'],
    ['expectedOut', day.expectedOut, t('event.expectedOut'), 'plain'],
  ]
  const steps: TimelineStep[] = [
    ...moments.flatMap(([key, time, title, tone]) => (time ? [{ key, time, title, tone }] : [])),
    ...day.clockings.map(({ id, kind, time, areaName }) => ({
      key: `clock-${id}`,
      time,
      title: t(kind === 'in' ? 'event.clockIn' : 'event.clockOut', { area: areaName }),
    })),
  ].sort((a, b) => a.time.localeCompare(b.time))
  // What people did about it comes after the day, also where it is younger than its last hour.
  return <Timeline label={t('timeline')} steps={[...steps, ...adjustments.toReversed().flatMap(stepsOf)]} />
}

/** Steps of an adjustment, for a timeline. */
export function useAdjustmentSteps() {
  const { t } = useTranslation('attendance')
  return ({ id, fromState, toState, img, steps }: Adjustment): TimelineStep[] =>
    steps.map(({ status, createTime, userName, reason }, i) => ({
      key: `${id}-${i}`,
      time: createTime,
      title:
        status === AdjustmentStatus.pending
          ? t('event.asked', { from: t(`states.${fromState}`), to: t(`states.${toState}`) })
          : t(`statuses.${status}`),
      who: userName,
      text: reason,
      photos: i === 0 && img ? <Photos of={t('reason')} names={img.split(',')} /> : undefined,
      tone: status === AdjustmentStatus.approved ? 'good' : status === AdjustmentStatus.rejected ? 'bad' : 'plain',
    }))
}
