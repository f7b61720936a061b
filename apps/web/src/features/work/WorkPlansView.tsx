import { JobType } from '@huanwei/contract/work/codes'
import { listWorkPlans, type WorkPlan } from '@huanwei/contract/work/endpoints'
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
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { WorkPlanDrawer } from './WorkPlanDrawer.tsx'
import type { WorkSearch, WorkViewProps } from './work-search.ts'

const noFilter: Pick<WorkSearch, 'name' | 'deptId' | 'jobType'> = { name: undefined, deptId: undefined, jobType: undefined }

/** The job plans, newest first. */
export function WorkPlansView({ lead, search, onSearch }: WorkViewProps) {
  const { t } = useTranslation(['work', 'list'])
  const mayAdd = useMay('admin_workplan_add')
  const { open, name, deptId, jobType, current, size } = search
  const asked = { name, deptId, jobType }
  const list = useQuery({ ...query(listWorkPlans, { ...asked, current, size }), placeholderData: keepPreviousData })
  const columns = usePlanColumns()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const add = () => onSearch({ open: 'new' })
  return (
    <>
      <ListFrame
        name="work-plans"
        label={t('plans')}
        lead={lead}
        actions={mayAdd && <AddButton onClick={add}>{t('add')}</AddButton>}
        exportButton={<ExportButton {...query(listWorkPlans, asked)} />}
        filters={[
          fields.text('name', t('name'), 50),
          fields.pick('deptId', t('crew'), DepartmentSelect),
          fields.choice(
            'jobType',
            t('jobType'),
            Object.values(JobType).map((value) => ({ value, label: t(`jobTypes.${value}`) })),
          ),
        ]}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{
          title: t('none'),
          hint: t(mayAdd ? 'noneHint' : 'noneLookHint'),
          ...(mayAdd && { action: <CreateFirst onClick={add} /> }),
        }}
      />
      {open !== undefined && <WorkPlanDrawer key={open} id={open} {...drawer} />}
    </>
  )
}

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(' · ')

function usePlanColumns(): ListColumn<WorkPlan>[] {
  const { t } = useTranslation(['work', 'list'])
  const mayEdit = useMay('admin_workplan_edit')
  return useMemo(() => {
    const spanOf = ({ firstDay, lastDay }: WorkPlan) =>
      firstDay || lastDay ? `${firstDay ?? '…'} – ${lastDay ?? '…'}` : t('always')
    const shiftsOf = ({ shifts, times }: WorkPlan) =>
      times > 1 ? `${namesOf(shifts)} · ${t('timesOf', { count: times })}` : namesOf(shifts)
    return [
      indexColumn<WorkPlan>(t('list:index')),
      { key: 'name', title: t('name'), width: 160, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'jobType', title: t('jobType'), width: 88, card: 'detail', cell: ({ jobType }) => t(`jobTypes.${jobType}`) },
      { key: 'crew', title: t('crew'), width: 104, card: 'detail', cell: ({ deptName }) => whole(deptName) },
      { key: 'shifts', title: t('shifts'), width: 124, card: 'detail', cell: (plan) => whole(shiftsOf(plan)) },
      {
        key: 'workers',
        title: t('workers'),
        width: 128,
        cell: ({ vehicles, people }) => whole(namesOf([...vehicles, ...people])),
      },
      { key: 'roads', title: t('roads'), width: 128, cell: ({ roads }) => whole(namesOf(roads)) },
      { key: 'stops', title: t('stops'), width: 108, cell: ({ stops }) => whole(namesOf(stops)) },
      { key: 'span', title: t('span'), width: 120, spare: true, cell: (plan) => whole(spanOf(plan)) },
      {
        key: 'enabled',
        title: t('state'),
        width: 68,
        card: 'state',
        cell: ({ enabled }) => t(enabled ? 'enabled' : 'disabled'),
      },
      openColumn(t('list:action'), () => t(mayEdit ? 'edit' : 'list:details'), 68),
    ]
  }, [t, mayEdit])
}
