import { CubicleState, ToiletKindAsked } from '@huanwei/contract/facilities/codes'
import { moveFacilities, pageFacilities, removeFacilities } from '@huanwei/contract/facilities/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { BatchActs } from '../assets/BatchActs.tsx'
import { useConnectionFilter } from '../assets/connection.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { useDocumentsFilter } from '../documents/document-words.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { ImportButton } from '../imports/ImportButton.tsx'
import { ImportDrawer } from '../imports/ImportDrawer.tsx'
import { usePicks } from '../queues/use-picks.ts'
import { useFacilityColumns } from './FacilityColumns.tsx'
import { FacilityDrawer, shownFacilities } from './FacilityDrawer.tsx'
import { FacilityTypeSelect } from './FacilityTypeSelect.tsx'
import type { FacilitiesSearch } from './facility-search.ts'
import { useOrderFilter } from './order-filter.ts'

const noFilter: Omit<FacilitiesSearch, 'open' | 'current' | 'size'> = {
  text: undefined,
  deptId: undefined,
  facilityType: undefined,
  toiletKind: undefined,
  builtYear: undefined,
  online: undefined,
  inOrder: undefined,
  cubicles: undefined,
  collected: undefined,
  documents: undefined,
}
const batchCalls = { move: moveFacilities, removeMany: removeFacilities }

/** Public toilets, transfer stations and the like: registered with their place on the map. Source: spec 3, section 19. */
export function FacilitiesPage({ search, onSearch }: PageProps<FacilitiesSearch>) {
  const { t } = useTranslation(['facilities', 'shell'])
  const mayAdd = useMay('admin_facility_add')
  const [mayEdit, mayRemove] = [useMay('admin_facility_edit'), useMay('admin_facility_del')]
  const { open, ...filter } = search
  const list = useQuery({ ...query(pageFacilities, filter), placeholderData: keepPreviousData })
  const records = list.data?.records
  const picks = usePicks('facilities', records)
  const columns = useFacilityColumns(search, mayEdit || mayRemove ? picks : undefined)
  const kinds = Object.values(ToiletKindAsked).map((value) => ({ value, label: t(`toilet.${value}`) }))
  const cubicles = Object.values(CubicleState).map((value) => ({ value, label: t(`cubicles.${value}`) }))
  const collected = (['true', 'false'] as const).map((value) => ({ value, label: t(`collected.${value}`) }))
  const order = useOrderFilter()
  const connection = useConnectionFilter()
  const documents = useDocumentsFilter()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })

  return (
    <>
      <ListFrame
        name="facilities"
        label={t('title')}
        exportButton={<ExportButton {...query(pageFacilities, filter)} />}
        actions={
          <>
            {mayAdd && <AddButton onClick={() => onSearch({ open: 'new' })}>{t('add')}</AddButton>}
            <ImportButton sheet="facilities" onClick={() => onSearch({ open: 'import' })} />
            <BatchActs
              picks={picks}
              rows={records?.map(({ id, name }) => ({ id, called: name })) ?? []}
              calls={batchCalls}
              noun="admin_facility"
              shown={shownFacilities}
            />
            <Link className="list-link" to={stickersAt(search)}>
              {t('shell:item.sticker')}
            </Link>
          </>
        }
        filters={[
          fields.text('text', t('text'), 50),
          fields.pick('deptId', t('department'), DepartmentSelect),
          fields.pick('facilityType', t('type'), FacilityTypeSelect),
          fields.choice('toiletKind', t('toiletKind'), kinds),
          fields.text('builtYear', t('builtYear'), 4),
          fields.choice('online', ...connection),
          fields.choice('inOrder', ...order),
          fields.choice('cubicles', t('cubicles'), cubicles),
          fields.choice('collected', t('collected'), collected),
          fields.choice('documents', ...documents),
        ]}
        columns={columns}
        {...((mayEdit || mayRemove) && { onPick: picks.pick })}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{
          title: t('none'),
          hint: t(mayAdd ? 'noneFirstHint' : 'noneLookHint'),
          ...(mayAdd && { action: <CreateFirst onClick={() => onSearch({ open: 'new' })} /> }),
        }}
      />
      {open === 'import' && mayAdd && <ImportDrawer sheet="facilities" onClose={drawer.onClose} />}
      {open !== undefined && open !== 'import' && (open !== 'new' || mayAdd) && (
        <FacilityDrawer key={open} id={open} {...drawer} />
      )}
    </>
  )
}

/** The sheet of stickers of the facilities that are filtered. */
function stickersAt({ deptId, facilityType }: FacilitiesSearch) {
  const filter = { ...(deptId && { deptId: String(deptId) }), ...(facilityType && { facilityType }) }
  return `/event/public/sticker?${new URLSearchParams(filter)}`
}
