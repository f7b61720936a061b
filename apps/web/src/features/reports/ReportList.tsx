import { ExportStatus } from '@huanwei/contract/exports/codes'
import { isUnfinished } from '@huanwei/contract/exports/rules'
import { ReportKind } from '@huanwei/contract/reports/codes'
import { listReports, type Report } from '@huanwei/contract/reports/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, timeColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { MakeDrawer } from './MakeDrawer.tsx'
import { ReportTag } from './ReportTag.tsx'
import type { PartProps } from './report-part.ts'
import type { ReportsSearch } from './report-search.ts'

const noFilter: Pick<ReportsSearch, 'name' | 'kind' | 'status' | 'deptId'> = {
  name: undefined,
  kind: undefined,
  status: undefined,
  deptId: undefined,
}
/** Polling interval while a report is being made, ms. */
export const askMs = 1500

/** Kept reports in the person's scope. */
export function ReportList({ search, onSearch, lead }: PartProps) {
  const { t } = useTranslation(['reports', 'list'])
  const mayMake = useMay('admin_reportforms_add')
  const { open, view: _, rows: __, ...filter } = search
  const list = useQuery({
    ...query(listReports, filter),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.records.some(({ status }) => isUnfinished(status)) ? askMs : false),
  })
  const columns = useReportColumns()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const make = () => onSearch({ open: 'new' })
  return (
    <>
      <ListFrame
        name="reports"
        label={t('title')}
        lead={lead}
        actions={mayMake && <AddButton onClick={make}>{t('make')}</AddButton>}
        exportButton={<ExportButton {...query(listReports, filter)} />}
        filters={[
          fields.text('name', t('name'), 60),
          fields.choice(
            'kind',
            t('kindLabel'),
            Object.values(ReportKind).map((value) => ({ value, label: t(`kind.${value}`) })),
          ),
          fields.pick('deptId', t('department'), DepartmentSelect),
          fields.choice(
            'status',
            t('statusLabel'),
            Object.values(ExportStatus).map((value) => ({ value, label: t(`status.${value}`) })),
          ),
        ]}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{
          title: t('none'),
          hint: t(mayMake ? 'noneHint' : 'noneLookHint'),
          ...(mayMake && { action: <CreateFirst onClick={make} /> }),
        }}
      />
      {open === 'new' && <MakeDrawer onClose={drawer.onClose} onMade={(id) => onSearch({ open: id, rows: 1 })} />}
    </>
  )
}

const spanOf = ({ firstDay, lastDay }: Report) => (firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`)

/** What a report is about besides its kind; empty for all that its maker saw. */
export const aboutOf = ({ objectName, deptName, projectName }: Pick<Report, 'objectName' | 'deptName' | 'projectName'>) =>
  [objectName, deptName, projectName].filter(Boolean).join(' · ')

function useReportColumns(): ListColumn<Report>[] {
  const { t } = useTranslation(['reports', 'list'])
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'name', title: t('name'), width: 190, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'kind', title: t('kindLabel'), width: 88, cell: ({ kind }) => t(`kind.${kind}`) },
      { key: 'period', title: t('periodLabel'), width: 72, spare: true, cell: ({ period }) => t(`period.${period}`) },
      { key: 'span', title: t('span'), width: 186, card: 'detail', cell: (report) => whole(spanOf(report)) },
      {
        key: 'grouping',
        title: t('groupingLabel'),
        width: 84,
        spare: true,
        cell: ({ grouping }) => grouping && t(`by.${grouping}`),
      },
      {
        key: 'scope',
        title: t('department'),
        width: 112,
        card: 'detail',
        cell: (report) => whole(aboutOf(report) || t('scopeAll')),
      },
      {
        key: 'status',
        title: t('statusLabel'),
        width: 120,
        card: 'state',
        cell: ({ status, done, total, error }) => (
          <span title={error ?? undefined}>
            <ReportTag status={status} />
            {status === ExportStatus.running && <div className="list-sub">{t('progress', { done, total })}</div>}
          </span>
        ),
      },
      { key: 'by', title: t('createBy'), width: 80, cell: ({ createBy }) => whole(createBy) },
      timeColumn(t('createTime'), ({ createTime }) => createTime),
      openColumn(t('list:action'), () => t('view'), 62),
    ],
    [t],
  )
}
