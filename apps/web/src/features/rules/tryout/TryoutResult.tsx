import type { TriedEvent, Tryout } from '@huanwei/contract/tryouts/endpoints'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { Alert, Skeleton } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyMap } from '../../../map/base/lazy-map.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { DrawerFacts } from '../../../ui/drawer/DrawerFrame.tsx'
import { ListEmpty } from '../../../ui/list/ListNotice.tsx'
import { durationText } from '../../history/duration-text.ts'
import { TriedEvents } from './TriedEvents.tsx'

const PointsMap = lazyMap(async () => (await import('../../../map/PointsMap.tsx')).PointsMap)

/** Result of a try-out: figures, days, places and the events themselves. */
export function TryoutResult({ tried }: { tried: Tryout }) {
  const { t } = useTranslation(['tryout', 'history'])
  const [selected, select] = useState<number>()
  const points = useMemo(() => tried.events.flatMap((event, id) => pointOf(event, id) ?? []), [tried])
  const days = useMemo(() => chartOf(tried.days), [tried])
  const { total, objects, lookedAt, longest, most, met, events } = tried
  const isPart = lookedAt < objects
  return (
    <>
      {isPart && <Alert type="warning" showIcon title={t('part', { objects, lookedAt })} />}
      <DrawerFacts
        facts={[
          {
            key: 'total',
            label: t('total'),
            value: t(isPart && total ? 'eventsAbout' : 'events', { count: total, about: aboutAll(tried) }),
          },
          { key: 'objects', label: t('lookedAt'), value: t('objects', { count: lookedAt }) },
          {
            key: 'longest',
            label: t('longest'),
            value: longest ? `${longest.objectName} ${durationText(longest.seconds)}` : '—',
          },
          { key: 'met', label: t('met'), value: t('metFigures', met) },
          { key: 'most', label: t('most'), value: most.map((one) => t('mostOne', one)).join(t('comma')) || '—', wide: true },
        ]}
      />
      {total === 0 ? (
        <ListEmpty title={t(isPart ? 'nonePart' : 'none')} hint={t(objects ? 'noneHint' : 'noObjects')} />
      ) : (
        <>
          <Chart
            option={days}
            height={160}
            label={t('byDay', { days: tried.days.map((one) => t('day', one)).join(t('comma')) })}
          />
          {points.length > 0 && (
            <div className="tryout-map">
              <Suspense fallback={<Skeleton.Node active />}>
                <PointsMap points={points} selected={selected} onSelect={select} label={t('places')} />
              </Suspense>
            </div>
          )}
          {events.length < total && <p className="tryout-hint">{t('latest', { count: events.length })}</p>}
          <TriedEvents events={events} selected={selected} onSelect={select} />
        </>
      )}
    </>
  )
}

/** The events of all objects, by those looked at: an even choice. Two digits are all that says. */
const aboutAll = ({ total, objects, lookedAt }: Tryout) => Number(((total * objects) / Math.max(1, lookedAt)).toPrecision(2))

const chartOf = (days: Tryout['days']) => ({
  grid: { left: 8, right: 8, top: 16, bottom: 8 },
  tooltip: { trigger: 'axis' },
  xAxis: { type: 'category', data: days.map(({ day }) => day.slice(5)) },
  yAxis: { type: 'value', minInterval: 1 },
  series: [{ type: 'bar', data: days.map(({ count }) => count) }],
})

/** Real ones are what the rule is for, false ones what it should not find. */
const tones = { [AlarmType.real]: 'good', [AlarmType.falseSystem]: 'bad', [AlarmType.falseDispatch]: 'bad' } as const
const isJudged = (type: AlarmType): type is keyof typeof tones => type in tones

function pointOf({ lng, lat, met, objectName, startTime }: TriedEvent, id: number) {
  if (lng === null || lat === null) return undefined
  const tone = met && isJudged(met.alarmType) ? tones[met.alarmType] : ('plain' as const)
  return { id, lng, lat, tone, label: `${objectName} · ${startTime}` }
}
