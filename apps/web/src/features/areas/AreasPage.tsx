import { ImportOutlined } from '@ant-design/icons'
import { type Area, listAreas } from '@huanwei/contract/areas/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { AreaDrawer } from './AreaDrawer.tsx'
import type { AreasSearch } from './area-search.ts'
import { ImportAreasDrawer } from './ImportAreasDrawer.tsx'
import { useSizeWords } from './size-words.ts'

const noFilter: Pick<AreasSearch, 'name' | 'deptId'> = { name: undefined, deptId: undefined }

/** The areas on the map that rules and vehicles refer to. Source: spec 3, section 7. */
export function AreasPage({ search, onSearch }: PageProps<AreasSearch>) {
  const { t } = useTranslation(['areas', 'list'])
  const mayAdd = useMay('admin_area_add')
  const { open, ...filter } = search
  const list = useQuery({ ...query(listAreas, filter), placeholderData: keepPreviousData })
  const columns = useAreaColumns()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })

  return (
    <>
      <ListFrame
        name="areas"
        label={t('title')}
        actions={
          mayAdd && (
            <>
              <AddButton onClick={() => onSearch({ open: 'new' })}>{t('add')}</AddButton>
              <Button icon={<ImportOutlined aria-hidden />} onClick={() => onSearch({ open: 'import' })}>
                {t('import')}
              </Button>
            </>
          )
        }
        exportButton={<ExportButton {...query(listAreas, filter)} />}
        filters={[fields.text('name', t('name'), 50), fields.pick('deptId', t('department'), DepartmentSelect)]}
        columns={columns}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{
          title: t('none'),
          hint: t(mayAdd ? 'noneHint' : 'noneLookHint'),
          ...(mayAdd && { action: <CreateFirst onClick={() => onSearch({ open: 'new' })} /> }),
        }}
      />
      {open === 'import' && mayAdd && <ImportAreasDrawer onClose={drawer.onClose} />}
      {open !== undefined && open !== 'import' && <AreaDrawer key={open} id={open} {...drawer} />}
    </>
  )
}

function useAreaColumns(): ListColumn<Area>[] {
  const { t } = useTranslation(['areas', 'list'])
  const mayEdit = useMay('admin_area_edit')
  const sizeOf = useSizeWords()
  return useMemo(
    () => [
      { key: 'index', title: t('list:index'), width: 54, card: 'none', always: true, cell: (_, number) => number },
      { key: 'name', title: t('name'), width: 160, always: true, card: 'head', cell: ({ name }) => whole(name) },
      { key: 'department', title: t('department'), width: 130, cell: ({ deptName }) => whole(deptName) },
      { key: 'shape', title: t('shape'), width: 76, cell: ({ shape }) => t(`kinds.${shape.kind}`) },
      { key: 'size', title: t('size'), width: 190, cell: ({ shape }) => whole(sizeOf(shape)) },
      { key: 'vehicles', title: t('vehicles'), width: 90, cell: ({ vehicleIds }) => vehicleIds.length },
      { key: 'remark', title: t('remark'), cell: ({ remark }) => whole(remark) },
      { key: 'time', title: t('createTime'), width: 170, cell: ({ createTime }) => createTime },
      openColumn(t('list:action'), () => t(mayEdit ? 'edit' : 'list:details'), 70),
    ],
    [t, mayEdit, sizeOf],
  )
}
