import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Tab, tabs } from './live-search.ts'

type Props = { tab: Tab; onTab: (tab: Tab) => void; children: ReactNode }

/** Whose tree is shown; arrow keys go from tab to tab. */
export function KindTabs({ tab, onTab, children }: Props) {
  const { t } = useTranslation('live')
  function move({ key, currentTarget }: KeyboardEvent<HTMLDivElement>) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (by === undefined) return
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]!
    onTab(next)
    currentTarget.querySelector<HTMLElement>(`#live-tab-${next}`)?.focus()
  }
  return (
    <>
      <div className="live-tabs" role="tablist" aria-label={t('tree.tabs')} tabIndex={-1} onKeyDown={move}>
        {tabs.map((one) => (
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
            {t(`kind.${one}`)}
          </button>
        ))}
      </div>
      <div id="live-tab-panel" className="live-tab-panel" role="tabpanel" aria-labelledby={`live-tab-${tab}`}>
        {children}
      </div>
    </>
  )
}
