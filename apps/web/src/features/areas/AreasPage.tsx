import { ImportOutlined } from '@ant-design/icons'
import { type Area, listAreas } from '@huanwei/contract/areas/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Flex } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { useAllAreas } from '../../map/shapes/use-all-areas.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { officeScreen, useMedia } from '../../ui/list/use-media.ts'
import { Segments } from '../../ui/select/Segments.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { AreaDrawer } from './AreaDrawer.tsx'
import { AreasOnMap } from './AreasOnMap.tsx'
import { type AreasSearch, areaViews } from './area-search.ts'
import { ImportAreasDrawer } from './ImportAreasDrawer.tsx'
import { useSizeWords } from './size-words.ts'
import './areas.css'

const noFilter: Pick<AreasSearch, 'name' | 'deptId'> = { name: undefined, deptId: undefined }

/** The areas that rules and vehicles refer to: the list, and a map beside it or, on a small screen, in its place. Source: spec 3, section 7. */
export function AreasPage({ search, onSearch }: PageProps<AreasSearch>) {
  const { t } = useTranslation(['areas', 'list'])
  const mayAdd = useMay('admin_area_add')
  const hasRoom = useMedia(officeScreen)
  const { open, chosen, view, ...filter } = search
  const list = useQuery({ ...query(listAreas, filter), placeholderData: keepPreviousData })
  const columns = useAreaColumns()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const { areas, choose, box } = useChoice({ search, onSearch })

  return (
    <Flex vertical className="areas" data-beside={hasRoom ? '' : undefined} ref={box}>
      {!hasRoom && (
        <Segments<AreasSearch['view']>
          aria-label={t('view.label')}
          options={areaViews.map((value) => ({ value, label: t(`view.${value}`) }))}
          value={view}
          onChange={(to) => onSearch({ view: to })}
        />
      )}
      {(hasRoom || view === 'list') && (
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
          openId={rows.openId ?? (hasRoom ? chosen : undefined)}
          onChoose={hasRoom ? ({ id }) => onSearch({ chosen: id }) : undefined}
          noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
          empty={{
            title: t('none'),
            hint: t(mayAdd ? 'noneHint' : 'noneLookHint'),
            ...(mayAdd && { action: <CreateFirst onClick={() => onSearch({ open: 'new' })} /> }),
          }}
        />
      )}
      {(hasRoom || view === 'map') && (
        <AreasOnMap areas={areas} chosen={chosen} onChoose={choose} {...(!hasRoom && { onOpen: rows.onOpen })} />
      )}
      {open === 'import' && mayAdd && <ImportAreasDrawer onClose={drawer.onClose} />}
      {open !== undefined && open !== 'import' && <AreaDrawer key={open} id={open} {...drawer} />}
    </Flex>
  )
}

const noAreas: [] = []

/** The areas of the filter, and the choice of one of them on the map: the list turns to its page and shows its row. */
function useChoice({ search: { name, deptId, size }, onSearch }: PageProps<AreasSearch>) {
  const areas = useAllAreas({ name, deptId }).data?.records ?? noAreas
  const box = useRef<HTMLDivElement>(null)
  const isSought = useRef(false)
  // The row comes with its page.
  useEffect(() => {
    const row = isSought.current && box.current?.querySelector('tr[aria-current]')
    if (!row) return
    row.scrollIntoView({ block: 'nearest' })
    isSought.current = false
  })
  function choose(id: number) {
    isSought.current = true
    const place = areas.findIndex((area) => area.id === id)
    onSearch({ chosen: id, current: 1 + Math.floor(Math.max(0, place) / size) })
  }
  return { areas, choose, box }
}

function useAreaColumns(): ListColumn<Area>[] {
  const { t } = useTranslation(['areas', 'list'])
  const mayEdit = useMay('admin_area_edit')
  const sizeOf = useSizeWords()
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      { key: 'name', title: t('name'), width: 158, always: true, card: 'title', cell: ({ name }) => whole(name) },
      { key: 'department', title: t('department'), width: 118, card: 'detail', cell: ({ deptName }) => whole(deptName) },
      { key: 'shape', title: t('shape'), width: 76, spare: true, cell: ({ shape }) => t(`kinds.${shape.kind}`) },
      { key: 'size', title: t('size'), width: 200, card: 'detail', cell: ({ shape }) => whole(sizeOf(shape)) },
      { key: 'vehicles', title: t('vehicles'), width: 82, cell: ({ vehicleIds }) => vehicleIds.length },
      { key: 'remark', title: t('remark'), spare: true, cell: ({ remark }) => whole(remark) },
      { key: 'time', title: t('createTime'), width: 170, spare: true, cell: ({ createTime }) => createTime },
      openColumn(t('list:action'), () => t(mayEdit ? 'edit' : 'list:details'), 68),
    ],
    [t, mayEdit, sizeOf],
  )
}
