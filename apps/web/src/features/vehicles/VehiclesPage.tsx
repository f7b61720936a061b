import { listVehicles, moveVehicles, removeVehicles } from '@huanwei/contract/vehicles/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { BatchActs } from '../assets/BatchActs.tsx'
import { useConnectionFilter } from '../assets/connection.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { DictionarySelect } from '../dictionaries/DictionarySelect.tsx'
import { useDocumentsFilter } from '../documents/document-words.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { ImportButton } from '../imports/ImportButton.tsx'
import { ImportDrawer } from '../imports/ImportDrawer.tsx'
import { usePicks } from '../queues/use-picks.ts'
import { SetupWay } from './SetupWay.tsx'
import { useVehicleColumns } from './VehicleColumns.tsx'
import { shownVehicles, VehicleDrawer } from './VehicleDrawer.tsx'
import type { VehiclesSearch } from './vehicle-search.ts'

const noFilter: Pick<VehiclesSearch, 'text' | 'deptId' | 'vehicleType' | 'online' | 'documents'> = {
  text: undefined,
  deptId: undefined,
  vehicleType: undefined,
  online: undefined,
  documents: undefined,
}
const batchCalls = { move: moveVehicles, removeMany: removeVehicles }

/** The vehicles of the organisation: registered, changed, moved and removed. Source: spec 3, section 19. */
export function VehiclesPage({ search, onSearch }: PageProps<VehiclesSearch>) {
  const { t } = useTranslation('vehicles')
  const mayAdd = useMay('admin_vehicle_add')
  const [mayEdit, mayRemove] = [useMay('admin_vehicle_edit'), useMay('admin_vehicle_del')]
  const { open, ...filter } = search
  const list = useQuery({ ...query(listVehicles, filter), placeholderData: keepPreviousData })
  const records = list.data?.records
  const picks = usePicks('vehicles', records)
  const columns = useVehicleColumns(mayEdit || mayRemove ? picks : undefined)
  const connection = useConnectionFilter()
  const documents = useDocumentsFilter()
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })

  return (
    <>
      <ListFrame
        name="vehicles"
        label={t('title')}
        exportButton={<ExportButton {...query(listVehicles, filter)} />}
        actions={
          <>
            {mayAdd && <AddButton onClick={() => onSearch({ open: 'new' })}>{t('add')}</AddButton>}
            <ImportButton sheet="vehicles" onClick={() => onSearch({ open: 'import' })} />
            <BatchActs
              picks={picks}
              rows={records?.map(({ id, plateNumber }) => ({ id, called: plateNumber })) ?? []}
              calls={batchCalls}
              noun="admin_vehicle"
              shown={shownVehicles}
            />
            <SetupWay />
          </>
        }
        filters={[
          fields.text('text', t('text'), 50),
          fields.pick('deptId', t('department'), DepartmentSelect),
          fields.pick('vehicleType', t('type'), TypeSelect),
          fields.choice('online', ...connection),
          fields.choice('documents', ...documents),
        ]}
        columns={columns}
        {...((mayEdit || mayRemove) && { onPick: picks.pick })}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{
          title: t('none'),
          hint: t(mayAdd ? 'noneHint' : 'noneLookHint'),
          ...(mayAdd && {
            action: (
              <>
                <CreateFirst onClick={() => onSearch({ open: 'new' })} />
                <SetupWay />
              </>
            ),
          }),
        }}
      />
      {open === 'import' && mayAdd && <ImportDrawer sheet="vehicles" onClose={drawer.onClose} />}
      {open !== undefined && open !== 'import' && (open !== 'new' || mayAdd) && (
        <VehicleDrawer key={open} id={open} {...drawer} />
      )}
    </>
  )
}

const TypeSelect = (props: Omit<ComponentProps<typeof DictionarySelect>, 'type'>) => (
  <DictionarySelect type="vehicle_type" {...props} />
)
