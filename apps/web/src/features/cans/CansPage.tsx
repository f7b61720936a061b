import { FillBand, WasteType } from '@huanwei/contract/cans/codes'
import { moveCans, pageCans, removeCans } from '@huanwei/contract/cans/endpoints'
import { canType } from '@huanwei/contract/dictionaries/codes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { AddButton, CreateFirst } from '../../ui/list/AddButton.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { BatchActs } from '../assets/BatchActs.tsx'
import { useConnectionFilter } from '../assets/connection.tsx'
import { useWorkFilter } from '../cleaning/causes/work-filter.ts'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { useDocumentsFilter } from '../documents/document-words.ts'
import { ExportButton } from '../exports/ExportButton.tsx'
import { useOrderFilter } from '../facilities/order-filter.ts'
import { ImportButton } from '../imports/ImportButton.tsx'
import { ImportDrawer } from '../imports/ImportDrawer.tsx'
import { usePicks } from '../queues/use-picks.ts'
import { useCanColumns } from './CanColumns.tsx'
import { CanDrawer, shownCans } from './CanDrawer.tsx'
import { type CansSearch, canViews } from './can-search.ts'
import { OverfullCans } from './OverfullCans.tsx'

const noFilter: Pick<CansSearch, 'text' | 'deptId' | 'wasteType' | 'fill' | 'work' | 'online' | 'inOrder' | 'documents'> = {
  text: undefined,
  deptId: undefined,
  wasteType: undefined,
  fill: undefined,
  work: undefined,
  online: undefined,
  inOrder: undefined,
  documents: undefined,
}
const batchCalls = { move: moveCans, removeMany: removeCans }

/** The garbage cans: all of them, or those to empty now in the order of a truck. Source: spec 3, section 19. */
export function CansPage({ search, onSearch }: PageProps<CansSearch>) {
  const { t } = useTranslation('cans')
  const { open, view } = search
  const lead = (
    <Segments<CansSearch['view']>
      aria-label={t('view.label')}
      options={canViews.map((value) => ({ value, label: t(`view.${value}`) }))}
      value={view}
      onChange={(to) => onSearch({ view: to })}
    />
  )
  const close = () => onSearch({ open: undefined })
  return view === 'overfull' ? (
    <>
      <OverfullCans lead={lead} search={search} onSearch={onSearch} />
      {typeof open === 'number' && <CanDrawer key={open} id={open} onClose={close} onHandled={close} />}
    </>
  ) : (
    <AllCans lead={lead} search={search} onSearch={onSearch} />
  )
}

/** The sheet of stickers of the cans of a department. */
const stickersAt = ({ deptId }: CansSearch) =>
  `/event/public/sticker?${new URLSearchParams({ facilityType: canType, ...(deptId && { deptId: String(deptId) }) })}`

function AllCans({ lead, search, onSearch }: PageProps<CansSearch> & { lead: ReactNode }) {
  const { t } = useTranslation(['cans', 'live', 'shell'])
  const mayAdd = useMay('admin_garbagecan_add')
  const [mayEdit, mayRemove] = [useMay('admin_garbagecan_edit'), useMay('admin_garbagecan_del')]
  const { open, view: _, from: __, depot: ___, start: ____, ...filter } = search
  const list = useQuery({ ...query(pageCans, filter), placeholderData: keepPreviousData })
  const records = list.data?.records
  const picks = usePicks('cans', records)
  const columns = useCanColumns(mayEdit || mayRemove ? picks : undefined)
  const connection = useConnectionFilter()
  const documents = useDocumentsFilter()
  const work = useWorkFilter()
  const order = useOrderFilter()
  const bands = Object.values(FillBand).map((value) => ({ value, label: t(`band.${value}`) }))
  const { fields, frame, rows, drawer } = useListFilter({ search: { ...filter, open }, onSearch, noFilter, list })

  return (
    <>
      <ListFrame
        name="cans"
        label={t('title')}
        lead={lead}
        exportButton={<ExportButton {...query(pageCans, filter)} />}
        actions={
          <>
            {mayAdd && <AddButton onClick={() => onSearch({ open: 'new' })}>{t('add')}</AddButton>}
            <ImportButton sheet="cans" onClick={() => onSearch({ open: 'import' })} />
            <BatchActs
              picks={picks}
              rows={records?.map(({ id, name }) => ({ id, called: name })) ?? []}
              calls={batchCalls}
              noun="admin_garbagecan"
              shown={shownCans}
            />
            <Link className="list-link" to={stickersAt(search)}>
              {t('shell:item.sticker')}
            </Link>
          </>
        }
        filters={[
          fields.text('text', t('text'), 50),
          fields.pick('deptId', t('department'), DepartmentSelect),
          fields.choice(
            'wasteType',
            t('waste'),
            Object.values(WasteType).map((value) => ({ value, label: t(`live:waste.${value}`) })),
          ),
          fields.choice('fill', t('fill'), bands),
          fields.choice('work', ...work),
          fields.choice('online', ...connection),
          fields.choice('inOrder', ...order),
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
      {open === 'import' && mayAdd && <ImportDrawer sheet="cans" onClose={drawer.onClose} />}
      {open !== undefined && open !== 'import' && (open !== 'new' || mayAdd) && <CanDrawer key={open} id={open} {...drawer} />}
    </>
  )
}
