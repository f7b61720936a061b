import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toggled } from '../../lib/collections.ts'
import type { PageProps } from '../../lib/page.tsx'
import { changeSettings, useSettings } from '../../lib/settings.ts'
import type { Hideable, Layer } from '../../live/layers.ts'
import { type ObjectKey, refOf } from '../../live/object-key.ts'
import { useLiveObjects } from '../../live/start.ts'
import type { Leave } from '../../ui/drawer/DrawerFrame.tsx'
import { officeScreen, useMedia, wideScreen } from '../../ui/list/use-media.ts'
import { useFlight } from '../emergencies/use-flight.ts'
import { useViolationGround } from '../violations/use-violation-ground.ts'
import { FeedBanner } from './FeedBanner.tsx'
import { KindTabs, type PanelTab } from './KindTabs.tsx'
import { LivePanel } from './LivePanel.tsx'
import { hiddenIn, type LiveSearch, type LiveTab, tabs, typeOf } from './live-search.ts'
import { MapPane } from './MapPane.tsx'
import { ObjectCard } from './ObjectCard.tsx'
import { usePicking } from './picking.ts'
import { PinnedCards } from './pins/PinnedCards.tsx'
import { useNodes, usePassing, useShow } from './shown-objects.ts'
import { EventStream, StreamCard } from './stream/EventStream.tsx'
import { setMapBounds } from './stream/map-bounds.ts'
import { StreamViolation } from './stream/StreamViolation.tsx'
import { useTrail } from './trail.ts'
import type { LiveNode } from './trees/live-node.ts'
import { useTrees } from './trees/live-trees.ts'
import './live.css'

/** Live monitoring: a tree per kind, all kinds on the map, and a card for the selected object. */
export function LivePage({ search, onSearch }: PageProps<LiveSearch>) {
  const { t } = useTranslation('live')
  useLiveObjects()
  const { tab } = search
  const { trees, layerAt, nodeOf, label, picking, keep, hidden, hide, show } = useObjects(search, onSearch)
  const [isFollowing, setFollowing] = useState(false)
  const [isListTall, setListTall] = useState(false)
  const isWide = useMedia('(min-width: 1800px)')
  const hasRoom = useMedia(officeScreen)
  const isStream = search.view === 'stream' && !isWide
  const isDocked = useMedia(wideScreen) && search.open !== undefined
  const marked = useViolationGround(isDocked ? search.open : undefined)
  const { target, selected, trail } = useSelected(search.selected, nodeOf)

  /** On the map something of another tab may be selected: the tree goes along. */
  function selecting(key: ObjectKey | undefined): Partial<LiveSearch> {
    const its = key && tabs.find((one) => typeOf[one] === refOf(key).objectType)
    return { selected: key, ...(its && its !== tab && ofTab(its)) }
  }
  function select(key: ObjectKey | undefined) {
    if (key === undefined) setFollowing(false)
    onSearch(selecting(key))
  }
  useFlight(select)
  /** What is chosen in the raised list is shown on the map. */
  function turnTo(change: Partial<LiveSearch>) {
    if (change.selected) setListTall(false)
    onSearch(change)
  }
  const leave = useRef<Leave>((go) => go())
  const openViolation = (open: number | undefined) => onSearch({ open })
  const stream = (
    <EventStream
      selected={search.selected}
      onSelect={(key) => turnTo(selecting(key))}
      onOpen={(id) => leave.current(() => openViolation(id))}
    />
  )
  const pins = <PinnedCards {...{ trees, layerAt, nodeOf, isWide }} selected={search.selected} onSelect={select} />

  return (
    <div className="live">
      <FeedBanner />
      <div className={isListTall ? 'live-grid live-list-tall' : 'live-grid'}>
        <aside className="live-panel" aria-label={t('tree.panel')}>
          <ListHandle isTall={isListTall} onTall={setListTall} />
          <KindTabs
            tab={isStream ? 'stream' : tab}
            hasStream={!isWide}
            trees={trees.trees}
            onTab={(next) => onSearch(toTab(next))}
          >
            {isStream ? stream : <LivePanel key={tab} tree={trees.panel} {...{ keep, picking, search }} onSearch={turnTo} />}
          </KindTabs>
        </aside>
        <MapPane
          selected={search.selected ?? null}
          onSelect={(key) => select(key ?? undefined)}
          onBounds={setMapBounds}
          follow={isFollowing}
          show={show}
          prominent={prominentOn[tab]}
          hidden={hidden}
          onHide={hide}
          trail={trail.points}
          marked={marked}
          covered={isDocked ? dockWidth : 0}
          label={label}
        />
        {target && selected && (
          <ObjectCard
            key={search.selected}
            target={target}
            layer={layerAt(target)}
            node={selected}
            isFollowing={isFollowing}
            onFollow={setFollowing}
            trail={trail}
            onTrail={trail.show}
            mayPin={hasRoom}
            onClose={() => select(undefined)}
          />
        )}
        {isWide ? (
          <div className="live-side">
            {pins}
            <StreamCard>{stream}</StreamCard>
          </div>
        ) : (
          hasRoom && pins
        )}
        <StreamViolation open={search.open} objectType={typeOf[tab]} onOpen={openViolation} leave={leave} />
      </div>
    </div>
  )
}

/** Width of the drawer that lies over the right of the map, px, as `.live-docked` of stream.css has it. */
const dockWidth = 640

/** The layers of each tab: those of the others are drawn faintly. */
const prominentOn: Record<LiveTab, ReadonlySet<Layer>> = {
  vehicle: new Set(['vehicle']),
  person: new Set(['person']),
  facility: new Set(['facility', 'can']),
}
/** Filters and layers are those of a tab. */
const ofTab = (tab: LiveTab): Partial<LiveSearch> => ({
  tab,
  type: undefined,
  vehicleFunction: undefined,
  status: undefined,
  hidden: undefined,
})

/** A tab of the panel; behind the stream the map goes on with the kind that it had. */
const toTab = (next: PanelTab): Partial<LiveSearch> => (next === 'stream' ? { view: next } : { ...ofTab(next), view: undefined })

const namesOf = (layers: readonly Hideable[]) => layers.join() || 'none'

/** Objects in the trees and on the map, as far as the filters of the address let them be shown. */
function useObjects(search: LiveSearch, onSearch: (change: Partial<LiveSearch>) => void) {
  const { tab } = search
  const trees = useTrees(search)
  const nodes = useNodes(trees, tab)
  const picking = usePicking(tab)
  const passes = usePassing(search)
  const keep = useMemo(() => passes && ((node: LiveNode) => passes(node.id, node)), [passes])
  const kept = useSettings((s) => s.liveHidden[tab])
  const chosen = search.hidden ?? (kept && namesOf(kept))
  const hidden = useMemo(() => hiddenIn({ hidden: chosen }), [chosen])
  /** Hides a layer of the tab or shows it again, from now on. */
  function hide(one: Hideable) {
    const next = [...toggled(hidden, one)]
    changeSettings({ liveHidden: { ...useSettings.getState().liveHidden, [tab]: next } })
    onSearch({ hidden: namesOf(next) })
  }
  const alone = picking.isAlone ? picking.picked : undefined
  const show = useShow(trees, nodes.layerAt, { tab, passes, hidden, isChosen: chosen !== undefined, alone })
  return { trees, ...nodes, picking, keep, hidden, hide, show }
}

/** The selected object, and the trail that it draws unless a person has switched that off. */
function useSelected(key: ObjectKey | undefined, nodeOf: ReturnType<typeof useNodes>['nodeOf']) {
  const [hasTrail, setHasTrail] = useState(true)
  const target = key && refOf(key)
  const selected = target && nodeOf(target)
  const { points, error } = useTrail(hasTrail && selected ? key : undefined)
  return { target, selected, trail: { points, error, isShown: hasTrail, show: setHasTrail } }
}

/** Raises the list over the map on a phone, and lowers it. */
function ListHandle({ isTall, onTall }: { isTall: boolean; onTall: (isTall: boolean) => void }) {
  const { t } = useTranslation('live')
  return (
    <button type="button" className="live-handle" aria-expanded={isTall} onClick={() => onTall(!isTall)}>
      {t(isTall ? 'showMap' : 'showList')}
    </button>
  )
}
