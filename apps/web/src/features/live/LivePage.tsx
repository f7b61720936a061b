import { listAreas } from '@huanwei/contract/areas/endpoints'
import { getVehicleTreeList } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Suspense, useCallback, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useLiveVehicles } from '../../live/start.ts'
import { lazyMap } from '../../map/lazy-map.ts'
import { ListEmpty, LoadFailed } from '../../ui/ListNotice.tsx'
import type { TreeItem } from '../../ui/tree/model.ts'
import { treeQuery } from '../../ui/tree/tree-query.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { LivePanel } from './LivePanel.tsx'
import type { LiveSearch } from './live-search.ts'
import { useKeep, useLeaves, useUnknown } from './live-vehicles.ts'
import { useTrail } from './trail.ts'
import { VehicleCard } from './VehicleCard.tsx'
import './live.css'

const LiveMap = lazyMap(async () => (await import('../../map/LiveMap.tsx')).LiveMap, NoMap)

/** The tree beside it works without the map. */
function NoMap() {
  const { t } = useTranslation('live')
  return <ListEmpty title={t('noMap')} hint={t('noMapHint')} />
}

const noNodes: TreeItem[] = []
/** The most a page can have. Source: spec 3, section 5. */
const areasAtMost = 3000

/** Where every vehicle is and how it does, now: tree and map of the same vehicles, and a card for the selected one. */
export function LivePage({ search, onSearch }: PageProps<LiveSearch>) {
  const { t } = useTranslation('live')
  useLiveVehicles()
  const tree = useQuery({ ...treeQuery(getVehicleTreeList, {}), staleTime: 5 * 60_000 })
  const areas = useQuery({ ...query(listAreas, { current: 1, size: areasAtMost }), staleTime: 60_000 })
  // Drawn bit by bit: a large tree and what stands around it take a while.
  const loaded = useDeferredValue(tree.data)
  const nodes = loaded ?? noNodes
  const leaves = useLeaves(nodes)
  const keep = useKeep(search)
  const { refetch } = tree
  useUnknown(
    leaves,
    useCallback(() => void refetch(), [refetch]),
  )

  const [isFollowing, setFollowing] = useState(false)
  const [hasTrail, setHasTrail] = useState(true)
  const [isListTall, setListTall] = useState(false)
  const selected = search.selected === undefined ? undefined : leaves.get(search.selected)
  const trail = useTrail(hasTrail ? selected?.id : undefined)

  const visible = useCallback(
    (id: number) => {
      if (!keep) return true
      const node = leaves.get(id)
      return node !== undefined && keep(node)
    },
    [leaves, keep],
  )
  const label = useCallback((id: number) => leaves.get(id)?.plateNumber ?? leaves.get(id)?.label ?? '', [leaves])
  function select(id: number | undefined) {
    if (id === undefined) setFollowing(false)
    onSearch({ selected: id })
  }

  return (
    <div className="live">
      <ConnectionBanner />
      <div className={isListTall ? 'live-grid live-list-tall' : 'live-grid'}>
        <aside className="live-panel" aria-label={t('tree.vehicles')}>
          <button type="button" className="live-handle" aria-expanded={isListTall} onClick={() => setListTall(!isListTall)}>
            {t(isListTall ? 'showMap' : 'showList')}
          </button>
          {tree.isPending || (tree.data && !loaded) ? (
            <Skeleton className="live-skeleton" active title={false} paragraph={{ rows: 12 }} />
          ) : tree.error && !tree.data ? (
            <LoadFailed title={t('treeFailed')} error={tree.error} onRetry={() => refetch()} />
          ) : leaves.size === 0 ? (
            <ListEmpty title={t('empty')} hint={t('emptyHint')} />
          ) : (
            <LivePanel nodes={nodes} leaves={leaves} keep={keep} search={search} onSearch={onSearch} />
          )}
        </aside>
        <div className="live-map">
          <Suspense fallback={<Skeleton.Node active className="live-map-skeleton" />}>
            <LiveMap
              areas={areas.data?.records ?? noAreas}
              selected={search.selected ?? null}
              onSelect={(id) => select(id ?? undefined)}
              follow={isFollowing}
              visible={visible}
              trail={trail.points}
              label={label}
            />
          </Suspense>
          {areas.error && <p className="live-map-note">{t('noAreas', { reason: areas.error.message })}</p>}
          {selected && (
            <VehicleCard
              key={selected.id}
              node={selected}
              isFollowing={isFollowing}
              onFollow={setFollowing}
              trail={{ isShown: hasTrail, error: trail.error }}
              onTrail={setHasTrail}
              onClose={() => select(undefined)}
            />
          )}
        </div>
      </div>
    </div>
  )
}

const noAreas: [] = []
