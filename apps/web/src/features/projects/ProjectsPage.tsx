import { ProjectStatus } from '@huanwei/contract/projects/codes'
import { listProjects, type Project } from '@huanwei/contract/projects/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { ProjectDrawer } from './ProjectDrawer.tsx'
import { ProjectTag } from './ProjectTag.tsx'
import type { ProjectsSearch } from './project-search.ts'

const noFilter: Pick<ProjectsSearch, 'name' | 'deptId' | 'status'> = { name: undefined, deptId: undefined, status: undefined }

/** Sanitation contracts, which inspections name. Source: spec 3, section 19. */
export function ProjectsPage({ search, onSearch }: PageProps<ProjectsSearch>) {
  const { t } = useTranslation(['projects', 'list'])
  const mayAdd = useMay('admin_projectmanage_add')
  const { open, ...filter } = search
  const list = useQuery({ ...query(listProjects, filter), placeholderData: keepPreviousData })
  const columns = useProjectColumns()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const add = () => onSearch({ open: 'new' })

  return (
    <>
      <ListFrame
        name="projects"
        label={t('title')}
        actions={mayAdd && <AddButton onClick={add}>{t('add')}</AddButton>}
        exportButton={<ExportButton {...query(listProjects, filter)} />}
        filters={[
          fields.text('name', t('name'), 50),
          fields.pick('deptId', t('departments'), DepartmentSelect),
          fields.choice(
            'status',
            t('status'),
            Object.values(ProjectStatus).map((value) => ({ value, label: t(`statuses.${value}`) })),
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
      {open !== undefined && <ProjectDrawer key={open} id={open} {...drawer} />}
    </>
  )
}

const spanOf = ({ startDay, endDay }: Project) => (startDay || endDay ? `${startDay ?? '…'} – ${endDay ?? '…'}` : '')

function useProjectColumns(): ListColumn<Project>[] {
  const { t, i18n } = useTranslation(['projects', 'list'])
  const mayEdit = useMay('admin_projectmanage_edit')
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'name', title: t('name'), width: 164, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'code', title: t('code'), width: 112, card: 'detail', cell: ({ code }) => whole(code) },
      { key: 'status', title: t('status'), width: 100, card: 'state', cell: ({ status }) => <ProjectTag status={status} /> },
      {
        key: 'departments',
        title: t('departments'),
        width: 140,
        card: 'detail',
        cell: ({ deptNames }) => whole(deptNames.join(' · ')),
      },
      {
        key: 'areas',
        title: t('areas'),
        width: 140,
        spare: true,
        cell: ({ areaNames }) => whole(areaNames.join(' · ')),
      },
      { key: 'span', title: t('span'), width: 184, card: 'detail', cell: (project) => whole(spanOf(project)) },
      { key: 'manager', title: t('manager'), width: 92, cell: ({ manager }) => whole(manager) },
      {
        key: 'amount',
        title: t('amountYuan'),
        width: 124,
        cell: ({ contractAmount }) => whole(contractAmount?.toLocaleString(i18n.language) ?? ''),
      },
      { key: 'remark', title: t('remark'), spare: true, cell: ({ remark }) => whole(remark) },
      { key: 'time', title: t('createTime'), width: 170, spare: true, cell: ({ createTime }) => createTime },
      openColumn(t('list:action'), () => t(mayEdit ? 'edit' : 'list:details'), 68),
    ],
    [t, i18n.language, mayEdit],
  )
}
