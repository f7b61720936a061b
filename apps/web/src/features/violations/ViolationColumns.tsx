import { AlertOutlined, ThunderboltOutlined } from '@ant-design/icons'
import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { ListTag } from '../../ui/list/ListTag.tsx'
import { indexColumn, openColumn, shortTime, timeColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { sharedPlace } from '../../ui/list/places.ts'
import { withWorkSign, workColumn } from '../cleaning/causes/WorkSign.tsx'
import { pickColumn } from '../queues/PickBox.tsx'
import type { Picks } from '../queues/use-picks.ts'
import { SeverityTag } from '../rules/SeverityTag.tsx'
import { Duration, ViolationTag } from './ViolationState.tsx'
import type { ViolationRow } from './violation-list.ts'
import { forObject } from './violation-words.ts'

type Options = {
  /** Rows of the page: their addresses leave out what all of them begin with. */
  rows: readonly ViolationRow[]
  objectType: ObjectType
  /** Arrival of the rows, epoch ms. */
  since: number
  isProcessed: boolean
  /** Present where several can be chosen. */
  picks: Picks | undefined
}

/** Columns of the violation lists. Source: spec 2, section 2.1. */
export function useViolationColumns({ rows, objectType, since, isProcessed, picks }: Options): ListColumn<ViolationRow>[] {
  const { t } = useTranslation(['violations', 'cleaning', 'rules', 'list'])
  const mayHandle = useMay('violation_handle')
  const shared = sharedPlace(rows.map(({ position }) => position))
  return useMemo(
    () => [
      ...(picks ? [pickColumn<ViolationRow>(picks)] : []),
      indexColumn(t('list:index')),
      objectColumn(t('column.object'), isProcessed),
      { key: 'department', title: t('department'), width: 130, spare: true, cell: (row) => whole(row.deptName) },
      {
        key: 'event',
        title: t(forObject(objectType, 'column.event')),
        width: isProcessed ? 100 : 118,
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
        width: isProcessed ? 124 : 140,
        card: 'detail',
        cell: (row) => whole(row.position.slice(shared), row.position),
        brief: (row) => row.position.slice(shared),
      },
      timeColumn(t('column.time'), (row) => row.createTime),
      // What comes after the verdict takes the place of these, which can be shown again.
      {
        key: isProcessed ? 'processedAction' : 'action',
        title: t('column.action'),
        width: 104,
        ...(isProcessed && { spare: true }),
        cell: (row) => whole(row.executeAction),
      },
      {
        key: 'status',
        title: t('column.status'),
        width: isProcessed ? 158 : 120,
        card: 'state',
        cell: (row) => withWorkSign(row, <ViolationTag {...row} isBrief={isProcessed} />),
        // The tab says which ones wait.
        brief: (row) => withWorkSign(row, isPending(row) ? null : <ViolationTag {...row} isBrief />),
      },
      ...(isProcessed ? handlingColumns(t) : []),
      durationColumn(t('column.duration'), isProcessed, since),
      workColumn(t('cleaning:work.column')),
      openColumn(t('list:action'), (row) => t(mayHandle && isPending(row) ? 'list:handle' : 'list:details'), 70),
    ],
    [t, since, mayHandle, picks, isProcessed, objectType, shared],
  )
}

const objectColumn = (title: string, isProcessed: boolean): ListColumn<ViolationRow> => ({
  key: 'object',
  title,
  width: isProcessed ? 128 : 150,
  always: true,
  card: 'title',
  cell: (row) => <ObjectName {...row} sub={row.objectTypeName} />,
  brief: (row) => <ObjectName {...row} />,
})

const isPending = ({ alarmType }: ViolationRow) => alarmType === AlarmType.pending

/** The object, bold while its message is unread, with the size of its storm, else with `sub`. */
function ObjectName({ objectName, objectType, deptName, readUnread, parts = 0, sub = '' }: ViolationRow & { sub?: string }) {
  const { t } = useTranslation('violations')
  const isStorm = parts > 1
  return (
    <span title={deptName} data-unread={readUnread === 0 ? '' : undefined} data-storm={isStorm ? '' : undefined}>
      {objectName}{' '}
      {isStorm ? (
        <ListTag tone="warn" icon={<ThunderboltOutlined />} text={t(`storm.more.${objectType}`, { count: parts })} />
      ) : (
        sub && <span className="list-sub">{sub}</span>
      )}
    </span>
  )
}

/** The event, and a sign where the terminal itself raised an alarm for it too. */
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

/** `since` in epoch ms. Once it is over, what comes after the verdict takes its place. */
const durationColumn = (title: string, isProcessed: boolean, since: number): ListColumn<ViolationRow> => ({
  key: isProcessed ? 'processedDuration' : 'duration',
  title,
  width: 96,
  spare: isProcessed,
  card: 'state',
  cell: (row) => <Duration seconds={row.duration} since={since} isInForce={row.endTime === null} />,
})

/** Judge, time and remark; the reason of a false alarm is in its state. */
const handlingColumns = (t: TFunction<['violations']>): ListColumn<ViolationRow>[] => [
  { key: 'handler', title: t('handler'), width: 82, cell: ({ handling }) => whole(handling?.by ?? '') },
  { key: 'handleTime', title: t('handleTime'), width: 104, cell: ({ handling }) => (handling ? shortTime(handling.time) : '—') },
  { key: 'remark', title: t('remark'), width: 84, cell: ({ handling }) => whole(handling?.remark ?? '') },
]
