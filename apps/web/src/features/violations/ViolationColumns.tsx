import { AlertOutlined } from '@ant-design/icons'
import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { openColumn, shortTime, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { sharedPlace } from '../../ui/list/places.ts'
import { pickColumn } from '../queues/PickBox.tsx'
import type { Picks } from '../queues/use-picks.ts'
import { SeverityTag } from './SeverityTag.tsx'
import { Duration, ViolationTag } from './ViolationState.tsx'
import type { ViolationRow } from './violation-list.ts'
import { forObject } from './violation-words.ts'

type Options = {
  /** What the columns are for: addresses leave out what all of them begin with. */
  rows: readonly ViolationRow[]
  objectType: ObjectType
  /** When the rows arrived, epoch ms. */
  since: number
  isProcessed: boolean
  /** Where several can be chosen. */
  picks: Picks | undefined
}

/** Columns of the violation lists. Source: spec 2, section 2.1. */
export function useViolationColumns({ rows, objectType, since, isProcessed, picks }: Options): ListColumn<ViolationRow>[] {
  const { t } = useTranslation(['violations', 'rules', 'list'])
  const mayHandle = useMay('violation_handle')
  const shared = sharedPlace(rows.map(({ position }) => position))
  return useMemo(() => {
    const stormOf = ({ parts = 0 }: ViolationRow) => (parts > 1 ? t('storm.more', { count: parts }) : '')
    return [
      ...(picks ? [pickColumn<ViolationRow>(picks)] : []),
      { key: 'index', title: t('list:index'), width: 46, card: 'none', always: true, cell: (_, number) => number },
      {
        key: 'object',
        title: t('column.object'),
        width: isProcessed ? 128 : 140,
        always: true,
        card: 'title',
        cell: (row) => <ObjectName row={row} sub={stormOf(row) || row.objectTypeName} />,
        brief: (row) => <ObjectName row={row} sub={stormOf(row)} />,
      },
      { key: 'department', title: t('department'), width: 130, spare: true, cell: (row) => whole(row.deptName) },
      {
        key: 'event',
        title: t(forObject(objectType, 'column.event')),
        width: isProcessed ? 100 : 150,
        card: 'title',
        cell: (row) => <EventCell {...row} />,
      },
      {
        key: 'severity',
        title: t('rules:severity'),
        width: 90,
        spare: true,
        card: 'state',
        cell: (row) => <SeverityTag severity={row.severity} />,
      },
      {
        key: 'position',
        title: t('column.position'),
        width: isProcessed ? 106 : 148,
        card: 'detail',
        cell: (row) => whole(row.position.slice(shared), row.position),
        brief: (row) => row.position.slice(shared),
      },
      {
        key: 'time',
        title: t('column.time'),
        width: 151,
        card: 'time',
        cell: (row) => row.createTime,
        brief: (row) => shortTime(row.createTime),
      },
      // What comes after the verdict takes the place of these, which can be shown again.
      {
        key: isProcessed ? 'processedAction' : 'action',
        title: t('column.action'),
        width: 88,
        ...(isProcessed && { spare: true }),
        cell: (row) => whole(row.executeAction),
      },
      {
        key: 'status',
        title: t('column.status'),
        width: isProcessed ? 134 : 100,
        card: 'state',
        cell: (row) => <ViolationTag {...row} isBrief={isProcessed} />,
      },
      ...(isProcessed ? handlingColumns(t) : []),
      {
        key: isProcessed ? 'processedDuration' : 'duration',
        title: t('column.duration'),
        width: 96,
        ...(isProcessed && { spare: true }),
        cell: (row) => <Duration seconds={row.duration} since={since} isInForce={row.endTime === null} />,
      },
      openColumn(
        t('list:action'),
        (row) => t(row.alarmType === AlarmType.pending && mayHandle ? 'list:handle' : 'list:details'),
        74,
      ),
    ]
  }, [t, since, mayHandle, picks, isProcessed, objectType, shared])
}

/** The object, bold while its message is unread. */
const ObjectName = ({ row, sub }: { row: ViolationRow; sub: string }) => (
  <span title={row.deptName} data-unread={row.readUnread === 0 ? '' : undefined}>
    {row.objectName} {sub && <span className="list-sub">{sub}</span>}
  </span>
)

/** What happened, and a sign where the terminal itself raised an alarm for it too. */
function EventCell({ violationEvent, alarms }: Pick<ViolationRow, 'violationEvent' | 'alarms'>) {
  const { t } = useTranslation('violations')
  if (!alarms.length) return whole(violationEvent)
  const too = t('alarms.too', { names: alarms.map((alarm) => alarm.violationEvent).join(t('alarms.comma')) })
  return (
    <span title={`${violationEvent} · ${too}`}>
      <AlertOutlined className="list-sub" aria-label={too} /> {violationEvent}
    </span>
  )
}

/** Who judged it, when and with which remark; the reason of a false alarm is in its state. */
const handlingColumns = (t: TFunction<['violations']>): ListColumn<ViolationRow>[] => [
  { key: 'handler', title: t('handler'), width: 70, cell: ({ handling }) => whole(handling?.by ?? '') },
  { key: 'handleTime', title: t('handleTime'), width: 151, cell: ({ handling }) => handling?.time ?? '—' },
  { key: 'remark', title: t('remark'), width: 84, cell: ({ handling }) => whole(handling?.remark ?? '') },
]
