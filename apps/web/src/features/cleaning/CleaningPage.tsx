import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { getCleaningLoads, getPendingCleaning } from '@huanwei/contract/cleaning/endpoints'
import { LoadButton } from '../deadlines/LoadButton.tsx'
import './cleaning.css'
import { PlusOutlined, TableOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { PlansView } from '../plans/PlansView.tsx'
import { ofScope } from '../queues/queue-list.ts'
import { AddDrawer } from './AddDrawer.tsx'
import { AddManyDrawer } from './AddManyDrawer.tsx'
import { CleaningBoard } from './CleaningBoard.tsx'
import { CleaningDrawer } from './CleaningDrawer.tsx'
import { CleaningMap } from './CleaningMap.tsx'
import { CleaningTable, WaitingTable } from './CleaningTable.tsx'
import { useCleaningList } from './cleaning-list.ts'
import { type CleaningSearch, type CleaningView, cleaningViews, noFilter } from './cleaning-search.ts'

/** Cleaning reports by state, as what waits for the person, as a list, on the map; and the visits that come again. Source: spec 3, section 11. */
export function CleaningPage({ search, onSearch }: PageProps<CleaningSearch>) {
  const mayAdd = useMay('clean_add')
  const list = useCleaningList(search)
  const queue = useListFilter({ search, onSearch, noFilter, list })
  const close = () => onSearch({ adding: undefined })
  const parts = {
    search,
    onSearch,
    queue,
    lead: <Views view={search.view} onView={(view) => onSearch({ view, current: 1 })} />,
    actions: (
      <>
        {mayAdd && <AddButtons onAdd={(adding) => onSearch({ adding })} />}
        <LoadButton
          call={getCleaningLoads}
          onShow={(assigneeId, timeliness) =>
            onSearch({ ...noFilter, view: 'list', status: CleaningStatus.assigned, assigneeId, timeliness, current: 1 })
          }
        />
      </>
    ),
  }
  return (
    <>
      {search.view === 'board' && <CleaningBoard {...parts} />}
      {search.view === 'waiting' && <WaitingTable {...parts} />}
      {search.view === 'list' && <CleaningTable {...parts} />}
      {search.view === 'map' && <CleaningMap {...parts} />}
      {search.view === 'plans' && <PlansView lead={parts.lead} search={search} onSearch={onSearch} />}
      {search.open !== undefined && (
        <CleaningDrawer key={search.open} id={search.open} onClose={queue.drawer.onClose} onHandled={queue.drawer.onClose} />
      )}
      {mayAdd && search.adding === 'one' && <AddDrawer onClose={close} />}
      {mayAdd && search.adding === 'many' && <AddManyDrawer onClose={close} />}
    </>
  )
}

function Views({ view, onView }: { view: CleaningView; onView: (view: CleaningView) => void }) {
  const { t } = useTranslation('cleaning')
  const waiting = useQuery({ ...query(getPendingCleaning, {}), ...ofScope(false) })
  const count = waiting.data?.length ?? 0
  return (
    <Segments<CleaningView>
      aria-label={t('view.label')}
      options={cleaningViews.map((value) => ({
        value,
        label: value === 'waiting' && count > 0 ? t('waitingCount', { count }) : t(`view.${value}`),
      }))}
      value={view}
      onChange={onView}
    />
  )
}

function AddButtons({ onAdd }: { onAdd: (adding: 'one' | 'many') => void }) {
  const { t } = useTranslation('cleaning')
  return (
    <>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => onAdd('one')}>
        {t('add')}
      </Button>
      <Button icon={<TableOutlined aria-hidden />} onClick={() => onAdd('many')}>
        {t('addMany')}
      </Button>
    </>
  )
}
