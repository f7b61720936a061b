import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../lib/page.tsx'
import type { Hideable } from '../../live/layers.ts'
import { type ObjectKey, refOf } from '../../live/object-key.ts'
import { useLiveObjects } from '../../live/start.ts'
import { FeedBanner } from './FeedBanner.tsx'
import { KindTabs } from './KindTabs.tsx'
import { LivePanel } from './LivePanel.tsx'
import { hiddenIn, type LiveSearch, tabs, typeOf } from './live-search.ts'
import { MapPane } from './MapPane.tsx'
import { ObjectCard } from './ObjectCard.tsx'
import { usePicking } from './picking.ts'
import { useNodes, usePassing, useShow } from './shown-objects.ts'
import { useTrail } from './trail.ts'
import type { LiveNode } from './trees/live-node.ts'
import { useTrees } from './trees/live-trees.ts'
import './live.css'

/** Live monitoring: a tree per kind, all kinds on the map, and a card for the selected object. */
export function LivePage({ search, onSearch }: PageProps<LiveSearch>) {
  const { t } = useTranslation('live')
  useLiveObjects()
  const { tab } = search
  const trees = useTrees(search)
  const { layerAt, nodeOf, label } = useNodes(trees, tab)
  const picking = usePicking(tab)
  const passes = usePassing(search)
  const keep = useMemo(() => passes && ((node: LiveNode) => passes(node.id, node)), [passes])
  const hidden = useMemo(() => hiddenIn({ hidden: search.hidden }), [search.hidden])
  const alone = picking.isAlone ? picking.picked : undefined
  const show = useShow(trees, layerAt, { tab, passes, hidden, alone })

  const [isFollowing, setFollowing] = useState(false)
  const [hasTrail, setHasTrail] = useState(true)
  const [isListTall, setListTall] = useState(false)
  const target = search.selected && refOf(search.selected)
  const selected = target && nodeOf(target)
  const trail = useTrail(hasTrail && selected ? search.selected : undefined)

  /** On the map something of another tab may be selected: the tree goes along. */
  function select(key: ObjectKey | undefined) {
    if (key === undefined) setFollowing(false)
    const its = key && tabs.find((one) => typeOf[one] === refOf(key).objectType)
    onSearch({ selected: key, ...(its && its !== tab && { tab: its, type: undefined, status: undefined }) })
  }
  /** A result chosen in the raised list is shown on the map. */
  function turnTo(change: Partial<LiveSearch>) {
    if (change.selected) setListTall(false)
    onSearch(change)
  }
  function hide(one: Hideable) {
    const next = new Set(hidden)
    if (!next.delete(one)) next.add(one)
    onSearch({ hidden: [...next].join() || undefined })
  }

  return (
    <div className="live">
      <FeedBanner />
      <div className={isListTall ? 'live-grid live-list-tall' : 'live-grid'}>
        <aside className="live-panel" aria-label={t('tree.panel')}>
          <button type="button" className="live-handle" aria-expanded={isListTall} onClick={() => setListTall(!isListTall)}>
            {t(isListTall ? 'showMap' : 'showList')}
          </button>
          <KindTabs tab={tab} trees={trees.trees} onTab={(next) => onSearch({ tab: next, type: undefined, status: undefined })}>
            <LivePanel key={tab} tree={trees.panel} {...{ keep, picking, search }} onSearch={turnTo} />
          </KindTabs>
        </aside>
        <MapPane
          selected={search.selected ?? null}
          onSelect={(key) => select(key ?? undefined)}
          follow={isFollowing}
          show={show}
          hidden={hidden}
          onHide={hide}
          trail={trail.points}
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
            trail={{ isShown: hasTrail, error: trail.error }}
            onTrail={setHasTrail}
            onClose={() => select(undefined)}
          />
        )}
      </div>
    </div>
  )
}
