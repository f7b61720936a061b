import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import { type Adjustment, listAdjustments } from '@huanwei/contract/adjustments/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { dayRange } from '../../lib/time.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { openColumn, timeColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { pickColumn } from '../queues/PickBox.tsx'
import { type Picks, usePicks } from '../queues/use-picks.ts'
import { UserSelect } from '../users/UserSelect.tsx'
import { AdjustmentDrawer } from './AdjustmentDrawer.tsx'
import { AdjustmentTag } from './AdjustmentTag.tsx'
import type { AttendanceSearch, ViewProps } from './attendance-search.ts'
import { DecideDrawer } from './DecideDrawer.tsx'
import { StateTag } from './StateTag.tsx'

const noFilter: Pick<AttendanceSearch, 'deptId' | 'objectId' | 'status' | 'from' | 'to'> = {
  deptId: undefined,
  objectId: undefined,
  status: undefined,
  from: undefined,
  to: undefined,
}

/** Adjustments that were asked for; those that wait are picked to be decided together. */
export function AdjustmentsView({ lead, search, onSearch }: ViewProps) {
  const { t } = useTranslation(['attendance', 'approvals', 'list'])
  const mayDecide = useMay('attendance_handle')
  const { deptId, objectId, status, from, to, current, size } = search
  const asked = {
    deptId,
    objectId,
    status,
    startTime: from && dayRange(from, from).startTime,
    endTime: to && dayRange(to, to).endTime,
  }
  const list = useQuery({ ...query(listAdjustments, { ...asked, current, size }), placeholderData: keepPreviousData })
  const waiting = list.data?.records.filter((one) => one.status === AdjustmentStatus.pending)
  const picks = usePicks('adjustments', waiting)
  /** The picked ones while they are decided. */
  const [decided, setDecided] = useState<readonly number[]>()
  const columns = useAdjustmentColumns(mayDecide ? picks : undefined)
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  return (
    <>
      <ListFrame
        name="attendance-adjustments"
        label={t('adjustments')}
        lead={lead}
        actions={
          mayDecide && (
            <Button disabled={picks.ids.length === 0} onClick={() => setDecided(picks.ids)}>
              {t('approvals:many.act', { n: picks.ids.length })}
            </Button>
          )
        }
        exportButton={<ExportButton {...query(listAdjustments, asked)} />}
        filters={[
          fields.choice(
            'status',
            t('status'),
            Object.values(AdjustmentStatus).map((value) => ({ value, label: t(`statuses.${value}`) })),
          ),
          fields.pick('deptId', t('list:department'), DepartmentSelect),
          fields.pick('objectId', t('person'), UserSelect),
          fields.days(),
        ]}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneAdjustments'), hint: t('noneMatchHint') }}
        empty={{ title: t('noneAdjustments'), hint: t('noneAdjustmentsHint') }}
      />
      {decided && <DecideDrawer ids={decided} onClose={() => setDecided(undefined)} onDecided={picks.clear} />}
      {search.open !== undefined && <AdjustmentDrawer key={search.open} id={search.open} onClose={drawer.onClose} />}
    </>
  )
}

function useAdjustmentColumns(picks: Picks | undefined): ListColumn<Adjustment>[] {
  const { t } = useTranslation(['attendance', 'list'])
  return useMemo(() => {
    const picking = picks && pickColumn<Adjustment>(picks)
    return [
      ...(picking
        ? [
            {
              ...picking,
              cell: (row: Adjustment, number: number) =>
                row.status === AdjustmentStatus.pending ? picking.cell(row, number) : null,
            },
          ]
        : []),
      {
        key: 'person',
        title: t('person'),
        width: 100,
        always: true,
        card: 'title',
        cell: ({ objectName }) => whole(objectName),
      },
      { key: 'department', title: t('list:department'), width: 120, cell: ({ deptName }) => whole(deptName) },
      { key: 'day', title: t('day'), width: 104, card: 'detail', cell: ({ day }) => day },
      { key: 'from', title: t('fromState'), width: 104, cell: ({ fromState }) => <StateTag state={fromState} /> },
      { key: 'to', title: t('toState'), width: 104, card: 'detail', cell: ({ toState }) => <StateTag state={toState} /> },
      { key: 'reason', title: t('reason'), width: 136, cell: ({ reason }) => whole(reason) },
      { key: 'status', title: t('status'), width: 110, card: 'state', cell: ({ status }) => <AdjustmentTag status={status} /> },
      { key: 'submitter', title: t('submitter'), spare: true, cell: ({ submittedByName }) => whole(submittedByName) },
      timeColumn(t('askedTime'), ({ createTime }: Adjustment) => createTime),
      openColumn(t('list:action'), () => t('list:details'), 68),
    ]
  }, [t, picks])
}
