import { listAreas } from '@huanwei/contract/areas/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { type Hideable, type Layer, layerOf } from '../../live/layers.ts'
import { type ObjectKey, type ObjectRef, refOf } from '../../live/object-key.ts'
import { useLiveObjects } from '../../live/start.ts'
import { lazyMap } from '../../map/lazy-map.ts'
import { ListEmpty } from '../../ui/ListNotice.tsx'
import type { TreeItem } from '../../ui/tree/model.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { useChannels } from './channels.ts'
import { KindTabs } from './KindTabs.tsx'
import { LivePanel } from './LivePanel.tsx'
import { useStanding } from './live-objects.ts'
import { hiddenIn, type LiveSearch, tabs, typeOf } from './live-search.ts'
import { useTrees } from './live-trees.ts'
import { ObjectCard } from './ObjectCard.tsx'
import { usePicking } from './picking.ts'
import { useTrail } from './trail.ts'
import './live.css'

const LiveMap = lazyMap(async () => (await import('../../map/LiveMap.tsx')).LiveMap, NoMap)

/** The tree beside it works without the map. */
function NoMap() {
  const { t } = useTranslation('live')
  return <ListEmpty title={t('noMap')} hint={t('noMapHint')} />
}

/** The most a page can have. Source: spec 3, section 5. */
const areasAtMost = 3000
const noAreas: [] = []

/** Where everything is and how it does, now: a tree per kind, all kinds on the map, and a card for what is selected. */
export function LivePage({ search, onSearch }: PageProps<LiveSearch>) {
  const { t } = useTranslation('live')
  useLiveObjects()
  const { panel, trees } = useTrees(search)
  const areas = useQuery({ ...query(listAreas, { current: 1, size: areasAtMost }), staleTime: 60_000 })
  const passes = usePassing(search)
  const { tab } = search
  const picking = usePicking(tab)
  const alone = picking.isAlone ? picking.picked : undefined
  const hidden = useMemo(() => hiddenIn({ hidden: search.hidden }), [search.hidden])

  const [isFollowing, setFollowing] = useState(false)
  const [hasTrail, setHasTrail] = useState(true)
  const [isListTall, setListTall] = useState(false)

  const { can: cans } = trees
  const layerAt = useCallback(
    ({ objectType, id }: ObjectRef): Layer => (objectType === ObjectType.facility && cans.has(id) ? 'can' : layerOf[objectType]),
    [cans],
  )
  const nodeOf = (target: ObjectRef) =>
    trees[layerAt(target)].get(target.id) ?? (target.objectType === typeOf[tab] ? panel.leaves.get(target.id) : undefined)
  const target = search.selected && refOf(search.selected)
  const selected = target && nodeOf(target)
  const channels = useChannels(target, selected)
  const trail = useTrail(hasTrail && selected ? search.selected : undefined)

  const show = useCallback(
    (target: ObjectRef) => {
      const layer = layerAt(target)
      if (hidden.has(layer) || (alone && target.objectType === typeOf[tab] && !alone.has(target.id))) return undefined
      return target.objectType !== typeOf[tab] || !passes || passes(target.id, panel.leaves.get(target.id)) ? layer : undefined
    },
    [layerAt, hidden, alone, tab, passes, panel.leaves],
  )
  const label = useCallback(
    (target: ObjectRef) => {
      const node = trees[layerAt(target)].get(target.id)
      return node?.plateNumber ?? node?.label ?? ''
    },
    [layerAt, trees],
  )
  /** On the map something of another tab may be selected: the tree goes along. */
  function select(key: ObjectKey | undefined) {
    if (key === undefined) setFollowing(false)
    const its = key && tabs.find((one) => typeOf[one] === refOf(key).objectType)
    onSearch({ selected: key, ...(its && its !== tab && { tab: its, type: undefined, status: undefined }) })
  }
  /** What was found in a list that is drawn up is looked at on the map. */
  function turnTo(change: Partial<LiveSearch>) {
    if (change.selected) setListTall(false)
    onSearch(change)
  }
  function hide(one: Hideable) {
    const next = new Set(hidden)
    if (!next.delete(one)) next.add(one)
    onSearch({ hidden: [...next].join() || undefined })
  }
  const keep = useMemo(() => passes && ((node: TreeItem) => passes(node.id, node)), [passes])

  return (
    <div className="live">
      <ConnectionBanner />
      <div className={isListTall ? 'live-grid live-list-tall' : 'live-grid'}>
        <aside className="live-panel" aria-label={t('tree.panel')}>
          <button type="button" className="live-handle" aria-expanded={isListTall} onClick={() => setListTall(!isListTall)}>
            {t(isListTall ? 'showMap' : 'showList')}
          </button>
          <KindTabs tab={tab} trees={trees} onTab={(next) => onSearch({ tab: next, type: undefined, status: undefined })}>
            <LivePanel
              key={tab}
              tree={panel}
              keep={keep}
              channels={channels}
              picking={picking}
              search={search}
              onSearch={turnTo}
            />
          </KindTabs>
        </aside>
        <div className="live-map">
          <Suspense fallback={<Skeleton.Node active className="live-map-skeleton" />}>
            <LiveMap
              areas={areas.data?.records ?? noAreas}
              selected={search.selected ?? null}
              onSelect={(key) => select(key ?? undefined)}
              follow={isFollowing}
              show={show}
              hidden={hidden}
              onHide={hide}
              trail={trail.points}
              label={label}
            />
          </Suspense>
          {areas.error && <p className="live-map-note">{t('noAreas', { reason: areas.error.message })}</p>}
        </div>
        {target && selected && (
          <ObjectCard
            key={search.selected}
            target={target}
            layer={layerAt(target)}
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
  )
}

/** Whether an object of the tab's kind, with its node in the tab's tree, passes the filters; undefined without any. */
function usePassing({ tab, status, type }: LiveSearch) {
  const stands = useStanding(typeOf[tab], status)
  return useMemo(() => {
    if (!type && !stands) return undefined
    // Of people and facilities the server narrowed the tree.
    const isOfType = (node: TreeItem | undefined) => node !== undefined && (tab !== 'vehicle' || node.vehicleType === type)
    return (id: number, node: TreeItem | undefined) => (!type || isOfType(node)) && (!stands || stands(id, node))
  }, [tab, type, stands])
}
