import { type Box, listBoxes } from '@huanwei/contract/boxes/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, shortTime, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { BoxDrawer } from './BoxDrawer.tsx'
import { BoxTag } from './BoxTag.tsx'
import type { BoxesSearch } from './box-search.ts'
import { CalibrationDrawer } from './CalibrationDrawer.tsx'

const noFilter: Pick<BoxesSearch, 'text' | 'deptId'> = { text: undefined, deptId: undefined }

/** The IoT boxes of facilities, and the calibration of their sensors. Source: spec 3, section 19. */
export function BoxesPage({ search, onSearch }: PageProps<BoxesSearch>) {
  const { t } = useTranslation(['boxes', 'list'])
  const mayAdd = useMay('admin_box_add')
  const { open, part, ...filter } = search
  const list = useQuery({ ...query(listBoxes, filter), placeholderData: keepPreviousData })
  const columns = useBoxColumns()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const add = () => onSearch({ open: 'new' })

  return (
    <>
      <ListFrame
        name="boxes"
        label={t('title')}
        actions={mayAdd && <AddButton onClick={add}>{t('add')}</AddButton>}
        exportButton={<ExportButton {...query(listBoxes, filter)} />}
        filters={[fields.text('text', t('text'), 50), fields.pick('deptId', t('list:department'), DepartmentSelect)]}
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
      {open !== undefined && part === undefined && (
        <BoxDrawer key={open} id={open} {...drawer} onCalibrate={() => onSearch({ part: 'calibration' })} />
      )}
      {typeof open === 'number' && part && (
        <CalibrationDrawer key={open} id={open} onClose={() => onSearch({ part: undefined, open: undefined })} />
      )}
    </>
  )
}

function useBoxColumns(): ListColumn<Box>[] {
  const { t } = useTranslation(['boxes', 'list'])
  const mayEdit = useMay('admin_box_edit')
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'code', title: t('code'), width: 130, always: true, card: 'detail', cell: ({ code }) => whole(code) },
      { key: 'name', title: t('name'), width: 144, always: true, card: 'title', cell: ({ name }) => whole(name) },
      {
        key: 'facility',
        title: t('facility'),
        width: 160,
        card: 'detail',
        cell: ({ facilityName }) => whole(facilityName),
      },
      { key: 'department', title: t('list:department'), width: 118, cell: ({ deptName }) => whole(deptName) },
      { key: 'status', title: t('status'), width: 120, card: 'state', cell: ({ status }) => <BoxTag status={status} /> },
      {
        key: 'reading',
        title: t('readingTime'),
        width: 156,
        card: 'time',
        cell: ({ readingTime }) => readingTime ?? '—',
        brief: ({ readingTime }) => (readingTime ? shortTime(readingTime) : '—'),
      },
      { key: 'model', title: t('model'), width: 104, cell: ({ model }) => whole(model) },
      { key: 'sim', title: t('sim'), spare: true, cell: ({ sim }) => whole(sim) },
      { key: 'firmware', title: t('firmware'), spare: true, cell: ({ firmware }) => whole(firmware) },
      { key: 'remark', title: t('remark'), spare: true, cell: ({ remark }) => whole(remark) },
      openColumn(t('list:action'), () => t(mayEdit ? 'edit' : 'list:details'), 68),
    ],
    [t, mayEdit],
  )
}
