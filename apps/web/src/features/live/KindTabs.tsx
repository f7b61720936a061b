import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { capped } from '../../shell/messages/WaitingBadge.tsx'
import { type Leaves, useStatusCounts } from './live-objects.ts'
import { type LiveTab, tabs, typeOf } from './live-search.ts'

/** A kind with its tree, or the stream where it has no place of its own. */
export type PanelTab = LiveTab | 'stream'

type Props = {
  tab: PanelTab
  /** The stream is among the tabs. */
  hasStream: boolean
  onTab: (tab: PanelTab) => void
  trees: Record<LiveTab, Leaves>
  children: ReactNode
}

/** Tabs of the trees with the number of alarms of each kind, and of the stream; arrow keys go from tab to tab. */
export function KindTabs({ tab, hasStream, onTab, trees, children }: Props) {
  const { t } = useTranslation('live')
  const all: readonly PanelTab[] = hasStream ? [...tabs, 'stream'] : tabs
  function move({ key, currentTarget }: KeyboardEvent<HTMLDivElement>) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (by === undefined) return
    const next = all[(all.indexOf(tab) + by + all.length) % all.length]!
    onTab(next)
    currentTarget.querySelector<HTMLElement>(`#live-tab-${next}`)?.focus()
  }
  return (
    <>
      <div className="live-tabs" role="tablist" aria-label={t('tree.tabs')} tabIndex={-1} onKeyDown={move}>
        {all.map((one) => (
          <button
            key={one}
            id={`live-tab-${one}`}
            type="button"
            role="tab"
            aria-selected={one === tab}
            aria-controls="live-tab-panel"
            tabIndex={one === tab ? 0 : -1}
            onClick={() => onTab(one)}
          >
            {t(one === 'stream' ? 'stream.tab' : `kind.${one}`)}
            {one !== 'stream' && <Alarms tab={one} leaves={trees[one]} />}
          </button>
        ))}
      </div>
      <div id="live-tab-panel" className="live-tab-panel" role="tabpanel" aria-labelledby={`live-tab-${tab}`}>
        {children}
      </div>
    </>
  )
}

/** Alarms of hidden kinds count too: none is missed because another tab is open. */
function Alarms({ tab, leaves }: { tab: LiveTab; leaves: Leaves }) {
  const { t } = useTranslation('live')
  // Garbage cans are told of with the facilities, and are no part of their tree.
  const { alert: count } = useStatusCounts(typeOf[tab], leaves, tab !== 'facility')
  if (!count) return null
  return (
    <span className="live-tab-alarms">
      <span aria-hidden="true">{capped(count)}</span>
      <span className="visually-hidden">{t('tree.alarms', { count })}</span>
    </span>
  )
}
