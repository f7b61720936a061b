import { type FixRow, listFixes } from '@huanwei/contract/history/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { compass } from '../../lib/compass.ts'
import { parseTime } from '../../lib/time.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { ListPager, type ListPosition } from '../../ui/list/ListPager.tsx'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { indexColumn } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { type MoverKey, moverOf } from './history-search.ts'
import type { Times } from './use-tracks.ts'

type Props = {
  focus: MoverKey
  times: Times
  position: ListPosition
  onPage: (position: ListPosition) => void
  onSeek: (at: number) => void
}

/** Every fix as it was reported; a row leads to its moment. */
export function FixTable({ focus, times, position, onPage, onSeek }: Props) {
  const { t } = useTranslation(['history', 'list', 'live'])
  const { current, size } = position
  const asked = query(listFixes, { ...moverOf(focus), ...times, current, size })
  const list = useQuery({ ...asked, placeholderData: keepPreviousData })
  const columns = useMemo<ListColumn<FixRow>[]>(
    () => [
      indexColumn(t('list:index')),
      { key: 'time', title: t('column.time'), width: 152, card: 'head', cell: ({ time }) => time },
      { key: 'speed', title: t('column.speed'), width: 94, cell: ({ speed }) => speed },
      {
        key: 'direction',
        title: t('column.direction'),
        width: 58,
        cell: ({ direction }) => t(`live:compass.${compass(direction)}`),
      },
      { key: 'mileage', title: t('column.mileage'), width: 92, cell: ({ mileage }) => mileage ?? '—' },
      { key: 'lng', title: t('column.lng'), width: 92, cell: ({ lng }) => lng.toFixed(6) },
      { key: 'lat', title: t('column.lat'), width: 86, cell: ({ lat }) => lat.toFixed(6) },
      {
        key: 'acc',
        title: t('column.acc'),
        width: 72,
        cell: ({ status }) => t(status & 1 ? 'live:card.accOn' : 'live:card.accOff'),
      },
    ],
    [t],
  )
  if (!list.data && list.error) return <LoadFailed title={t('failed')} error={list.error} onRetry={() => list.refetch()} />
  if (list.data?.records.length === 0) return <ListEmpty title={t('none')} hint={t('empty')} />
  return (
    <section className="history-table" aria-label={t('table')}>
      <div className="list-tools">
        <strong>{list.data ? t('list:total', { total: list.data.total }) : ' '}</strong>
        <span className="list-tools-right">
          <ExportButton {...asked} />
        </span>
      </div>
      <ListTable
        label={t('table')}
        columns={columns}
        rows={list.data?.records}
        first={(current - 1) * size + 1}
        isStale={list.isPlaceholderData}
        size={size}
        onOpen={({ time }) => onSeek(parseTime(time))}
      />
      <ListPager {...position} total={list.data?.total ?? 0} onPage={onPage} />
    </section>
  )
}
