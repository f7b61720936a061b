import { ReportKind } from '@huanwei/contract/reports/codes'
import { listReportSchedules, type ReportSchedule } from '@huanwei/contract/reports/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { ScheduleTag } from './ReportTag.tsx'
import type { PartProps } from './report-part.ts'
import type { ReportsSearch } from './report-search.ts'
import { ScheduleDrawer } from './ScheduleDrawer.tsx'

const noFilter: Pick<ReportsSearch, 'name' | 'kind'> = { name: undefined, kind: undefined }

/** Reports that are made again and again. */
export function ScheduleList({ search, onSearch, lead }: PartProps) {
  const { t } = useTranslation(['reports', 'list'])
  const mayAdd = useMay('admin_reportschedule_add')
  const { open, name, kind, current, size } = search
  const filter = { name, kind, current, size }
  const list = useQuery({ ...query(listReportSchedules, filter), placeholderData: keepPreviousData })
  const columns = useScheduleColumns()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const add = () => onSearch({ open: 'new' })
  return (
    <>
      <ListFrame
        name="report-schedules"
        label={t('tab.schedules')}
        lead={lead}
        actions={mayAdd && <AddButton onClick={add}>{t('schedule.add')}</AddButton>}
        exportButton={<ExportButton {...query(listReportSchedules, filter)} />}
        filters={[
          fields.text('name', t('name'), 60),
          fields.choice(
            'kind',
            t('kindLabel'),
            Object.values(ReportKind).map((value) => ({ value, label: t(`kind.${value}`) })),
          ),
        ]}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={{ title: t('schedule.noneMatch'), hint: t('noneMatchHint') }}
        empty={{
          title: t('schedule.none'),
          hint: t(mayAdd ? 'schedule.noneHint' : 'schedule.noneLookHint'),
          ...(mayAdd && { action: <CreateFirst onClick={add} /> }),
        }}
      />
      {open !== undefined && <ScheduleDrawer key={open} id={open} {...drawer} />}
    </>
  )
}

function useScheduleColumns(): ListColumn<ReportSchedule>[] {
  const { t } = useTranslation(['reports', 'list'])
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'name', title: t('name'), width: 150, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'kind', title: t('kindLabel'), width: 92, card: 'detail', cell: ({ kind }) => t(`kind.${kind}`) },
      {
        key: 'grouping',
        title: t('groupingLabel'),
        width: 90,
        spare: true,
        cell: ({ grouping }) => grouping && t(`by.${grouping}`),
      },
      {
        key: 'scope',
        title: t('department'),
        width: 116,
        cell: ({ deptName, projectName }) => whole([deptName, projectName].filter(Boolean).join(' · ') || t('scopeAll')),
      },
      {
        key: 'every',
        title: t('schedule.every'),
        width: 136,
        card: 'detail',
        cell: ({ every, time }) => t('schedule.timeAt', { every: t(`schedule.everyOf.${every}`), time }),
      },
      {
        key: 'receivers',
        title: t('schedule.receivers'),
        width: 116,
        cell: ({ receiverNames }) => whole(receiverNames.join(' · ')),
      },
      { key: 'owner', title: t('schedule.owner'), width: 80, cell: ({ createBy }) => whole(createBy) },
      {
        key: 'state',
        title: t('statusLabel'),
        width: 92,
        card: 'state',
        cell: ({ nextTime }) => <ScheduleTag isRunning={nextTime !== null} />,
      },
      { key: 'next', title: t('schedule.next'), width: 154, card: 'time', cell: ({ nextTime }) => nextTime ?? '—' },
      openColumn(t('list:action'), () => t('view'), 62),
    ],
    [t],
  )
}
