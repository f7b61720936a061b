import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import { getAdjustments } from '@huanwei/contract/adjustments/endpoints'
import { type AttendanceDay, getAttendanceDay } from '@huanwei/contract/attendance/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call, query } from '../../lib/api.ts'
import { useMay, useSession } from '../../lib/session.ts'
import { parseTime } from '../../lib/time.ts'
import { DrawerFacts, DrawerFrame, DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { historyAddress, useHistoryPage } from '../history/history-search.ts'
import { AskDrawer } from './AskDrawer.tsx'
import { clockSpan } from './clock-span.ts'
import { DayMap } from './DayMap.tsx'
import { DayTimeline } from './DayTimeline.tsx'
import { StateTag } from './StateTag.tsx'

/** A day of a person: what was expected, where they were, the leave, and what was asked and decided about it. */
export function DayDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['attendance', 'list'])
  const [isAsking, setAsking] = useState(false)
  const asked = useQuery({ ...query(getAttendanceDay, { id }), gcTime: 0 })
  const day = asked.data
  const about = day && { objectId: day.objectId, day: day.day }
  const adjustments = useQuery({
    queryKey: [getAdjustments.path, about],
    queryFn: about ? ({ signal }) => call(getAdjustments, about, signal) : skipToken,
  })
  const mayAsk = useMayAskFor(day?.objectId)
  const waits = adjustments.data?.some(({ status }) => status === AdjustmentStatus.pending)
  if (day && isAsking) return <AskDrawer day={day} onClose={() => setAsking(false)} />
  return (
    <DrawerFrame
      title={day ? `${day.objectName} ${day.day}` : t('detail')}
      state={day && <StateTag state={day.state} />}
      asked={asked}
      onClose={onClose}
      buttons={(close) => (
        <>
          <Button autoInsertSpace={false} onClick={close}>
            {t('action.close')}
          </Button>
          {day && mayAsk && waits === false && (
            <Button type="primary" onClick={() => setAsking(true)}>
              {t('ask')}
            </Button>
          )}
        </>
      )}
    >
      {day && (
        <>
          <DayFacts day={day} />
          <DrawerPart title={t('timeline')}>
            <DayTimeline day={day} adjustments={adjustments.data ?? []} />
          </DrawerPart>
          {(day.inPlace || day.outPlace) && (
            <DrawerPart title={t('mapLabel')}>
              <DayMap day={day} />
            </DrawerPart>
          )}
        </>
      )}
    </DrawerFrame>
  )
}

/** True when the person may ask for another state of a day: of their own, or as one who may decide. */
function useMayAskFor(objectId: number | undefined) {
  const own = useSession((s) => s.session?.user.userId)
  const mayDecide = useMay('attendance_handle')
  return objectId !== undefined && (mayDecide || objectId === own)
}

type Day = AttendanceDay & { workedTime: string; leave: { id: number; typeName: string; startTime: string; endTime: string }[] }

function DayFacts({ day }: { day: Day }) {
  const { t } = useTranslation(['attendance', 'list'])
  const hasHistory = useHistoryPage()
  const { lateMinutes, earlyMinutes, state, workedState, leave } = day
  const notes = [
    ...(lateMinutes ? [t('lateBy', { minutes: lateMinutes })] : []),
    ...(earlyMinutes ? [t('earlyBy', { minutes: earlyMinutes })] : []),
    ...(state === workedState ? [] : [t('adjustedFrom', { state: t(`states.${workedState}`) })]),
  ]
  return (
    <DrawerFacts
      facts={[
        { key: 'department', label: t('list:department'), value: day.deptName },
        { key: 'shift', label: t('shift'), value: day.shiftName || '—' },
        { key: 'expected', label: t('expected'), value: clockSpan(day.day, day.expectedIn, day.expectedOut) || '—' },
        { key: 'actual', label: t('actual'), value: clockSpan(day.day, day.actualIn, day.actualOut) || t('notSeen') },
        ...(notes.length ? [{ key: 'notes', label: t('state'), value: notes.join(' · '), wide: true } as const] : []),
        ...leave.map(
          ({ id, typeName, startTime, endTime }) =>
            ({
              key: `leave-${id}`,
              label: t('states.leave'),
              value: (
                <Link to={`/event/approval/index?tab=approved&open=${id}`}>
                  {typeName} {startTime.slice(0, 16)} – {endTime.slice(0, 16)}
                </Link>
              ),
              wide: true,
            }) as const,
        ),
        {
          key: 'ways',
          label: t('person'),
          value: (
            <>
              <Link to={`/asset/personnel/index?open=${day.objectId}`}>{day.objectName}</Link>
              {hasHistory && (
                <>
                  {' · '}
                  <Link
                    to={historyAddress(
                      [`${ObjectType.person}-${day.objectId}`],
                      parseTime(day.actualIn ?? day.expectedIn ?? `${day.day} 08:00:00`),
                    )}
                  >
                    {t('history')}
                  </Link>
                </>
              )}
            </>
          ),
        },
        {
          key: 'worked',
          label: t('workedState'),
          value: `${t(`states.${workedState}`)} · ${t('worked', { time: day.workedTime })}`,
          wide: true,
        },
      ]}
    />
  )
}
