import { AlarmType } from '@huanwei/contract/violations/codes'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { pickColumn } from '../queues/PickBox.tsx'
import type { Picks } from '../queues/use-picks.ts'
import { Duration, ViolationTag } from './ViolationState.tsx'
import type { ViolationRow } from './violation-list.ts'

/** Columns of the violation lists. `since` is when the rows arrived, epoch ms; `picks` where several can be chosen. Source: spec 2, section 2.1. */
export function useViolationColumns(since: number, picks: Picks | undefined): ListColumn<ViolationRow>[] {
  const { t } = useTranslation(['violations', 'list'])
  const mayHandle = useMay('violation_handle')
  return useMemo(
    () => [
      ...(picks ? [pickColumn<ViolationRow>(picks)] : []),
      { key: 'index', title: t('list:index'), width: 46, card: 'none', always: true, cell: (_, number) => number },
      {
        key: 'object',
        title: t('column.object'),
        width: 146,
        always: true,
        card: 'head',
        cell: (row) => (
          <span title={row.deptName} data-unread={row.readUnread === 0 ? '' : undefined}>
            {row.objectName}{' '}
            <span className="list-sub">
              {row.parts && row.parts > 1 ? t('storm.more', { count: row.parts }) : row.objectTypeName}
            </span>
          </span>
        ),
      },
      { key: 'event', title: t('column.event'), width: 102, cell: (row) => whole(row.violationEvent) },
      { key: 'position', title: t('column.position'), width: 122, cell: (row) => whole(row.position) },
      { key: 'time', title: t('column.time'), width: 148, cell: (row) => row.createTime },
      { key: 'action', title: t('column.action'), width: 102, cell: (row) => row.executeAction || '—' },
      {
        key: 'status',
        title: t('column.status'),
        width: picks ? 116 : 178,
        cell: (row) => <ViolationTag alarmType={row.alarmType} />,
      },
      {
        key: 'duration',
        title: t('column.duration'),
        width: 96,
        cell: (row) => <Duration seconds={row.duration} since={since} isInForce={row.endTime === null} />,
      },
      openColumn(
        t('list:action'),
        (row) => t(row.alarmType === AlarmType.pending && mayHandle ? 'list:handle' : 'list:details'),
        74,
      ),
    ],
    [t, since, mayHandle, picks],
  )
}
