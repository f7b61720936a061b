import type { ObjectType } from '@huanwei/contract/objects'
import { metrics } from '@huanwei/contract/readings/codes'
import { getLatestReadings, getReadingHistory, type KnownReading, type Reading } from '@huanwei/contract/readings/endpoints'
import { readingKey } from '@huanwei/contract/readings/rules'
import { hourMs } from '@huanwei/contract/time'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Select, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { formatTime } from '../../lib/time.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { chartOf, figureOf } from './reading-chart.ts'
import '../../ui/chart/figure-table.css'
import { Segments } from '../../ui/select/Segments.tsx'
import './readings.css'

const spans = { '6h': 6 * hourMs, '24h': 24 * hourMs, '7d': 7 * 24 * hourMs, '30d': 30 * 24 * hourMs } as const
type Span = keyof typeof spans

type Props = { objectType: ObjectType; objectId: number }
const keyOf = ({ metric, channel = 0 }: Pick<Reading, 'metric' | 'channel'>) => readingKey(metric, channel)

/** Readings of an object's sensors: one metric over one span, as a chart or as its table. */
export function ReadingsChart({ objectType, objectId }: Props) {
  const { t } = useTranslation('readings')
  const latest = useQuery(query(getLatestReadings, { objectType, objectId }))
  const [chosen, choose] = useState<string>()
  const [span, setSpan] = useState<Span>('24h')
  const list = latest.data ?? []
  const shown = list.find((one) => keyOf(one) === chosen) ?? list[0]

  if (latest.isPending) return <Skeleton active />
  if (latest.isError) return <LoadFailed title={t('failed')} error={latest.error} onRetry={() => void latest.refetch()} />
  if (!shown) return <ListEmpty title={t('none')} hint={t('noneHint')} />
  return (
    <section className="readings" aria-label={t('title')}>
      <Flex gap="small" wrap>
        <Select
          aria-label={t('metricLabel')}
          value={keyOf(shown)}
          onChange={choose}
          options={list.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
        />
        <Segments<Span>
          aria-label={t('span')}
          value={span}
          onChange={setSpan}
          options={Object.keys(spans).flatMap((one) => (isSpan(one) ? { value: one, label: t(`spans.${one}`) } : []))}
        />
      </Flex>
      <History
        key={`${keyOf(shown)} ${span}`}
        {...{ objectType, objectId }}
        reading={shown}
        length={spans[span]}
        name={nameOf(shown)}
      />
    </section>
  )

  function nameOf({ metric, channel }: Reading) {
    const name = t(`metrics.${metric}`)
    return channel ? t('channel', { name, channel }) : name
  }
}

const isSpan = (text: string): text is Span => text in spans

function History({
  objectType,
  objectId,
  reading,
  length,
  name,
}: Props & { reading: KnownReading; length: number; name: string }) {
  const { t } = useTranslation('readings')
  const [isTable, setTable] = useState(false)
  const [to] = useState(() => Date.now())
  const { metric, channel, limit } = reading
  const times = { startTime: formatTime(to - length), endTime: formatTime(to) }
  const history = useQuery(query(getReadingHistory, { objectType, objectId, metric, channel, ...times }))
  const points = history.data?.points
  const option = useMemo(() => {
    const line = limit === null ? undefined : { name: t('limitLine'), value: limit }
    return points && chartOf(metric, points, to - length, to, line)
  }, [metric, points, to, length, limit, t])

  if (history.isError) return <LoadFailed title={t('failed')} error={history.error} onRetry={() => void history.refetch()} />
  if (!points || !option) return <Skeleton active />
  if (!points.length) return <ListEmpty title={t('none')} hint={t('noneThen')} />
  const { unit } = metrics[metric]
  const heading = unit ? `${name} (${unit})` : name
  return (
    <>
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section className="figure-table readings-table" tabIndex={0} aria-label={heading}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('time')}</th>
                <th scope="col">{heading}</th>
                <th scope="col">{t('least')}</th>
                <th scope="col">{t('most')}</th>
              </tr>
            </thead>
            <tbody>
              {points.map((point) => (
                <tr key={point.time}>
                  <td>{point.time}</td>
                  <td>{figureOf(metric, point)}</td>
                  <td>{point.min}</td>
                  <td>{point.max}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <>
          {limit !== null && <p className="reading-key">{t('limit', { limit: `${limit} ${unit}` })}</p>}
          <Chart option={option} height={420} label={t('chart', { name: heading })} />
        </>
      )}
      <Button type="link" onClick={() => setTable(!isTable)}>
        {t(isTable ? 'asChart' : 'asTable')}
      </Button>
    </>
  )
}
