import './tabs.css'
import { CloseOutlined, DownOutlined, PushpinFilled, ReloadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState, type WheelEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { leavePages } from '../../ui/drawer/unsent-pages.ts'
import { PopMenu } from '../../ui/menu/PopMenu.tsx'
import { blankFor } from './here.ts'
import {
  closeTab,
  homeTab,
  isAddress,
  isPinned,
  neighbourOf,
  onlyTab,
  setTabs,
  type Tab,
  useTabs,
  withoutSide,
  withPin,
} from './tabs.ts'

type Props = {
  /** Key of the tab shown, null when it is not known. */
  active: string | null
  labelOf: (tab: Tab) => string
}

/** A tab whose commands are open, and how far from the left, px; none when they hang on the button. */
type Opened = { tab: Tab; left?: number }

/** The open pages: one stop for the keyboard, arrows move, Delete closes, Shift+F10 opens the commands. Source: spec 1, section 2.5. */
export function TabBar({ active, labelOf }: Props) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const tabs = useTabs((s) => s.tabs)
  const [opened, setOpened] = useState<Opened>()
  const list = useRef<HTMLDivElement>(null)
  const shown = tabs.find(({ key }) => key === active) ?? homeTab
  const linkOf = (key: string) =>
    [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])][tabs.findIndex((tab) => tab.key === key)]

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab shown and its place change with these
  useEffect(() => {
    if (tabs.length > 1) linkOf(shown.key)?.parentElement?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [shown.key, tabs.length])

  const close = (tab: Tab) => {
    leavePages([tab.key], () => {
      if (list.current?.contains(document.activeElement)) linkOf(neighbourOf(tabs, tab.key).key)?.focus()
      closeTab(tab, navigate)
    })
  }
  const openBeside = (tab: Tab, x: number) =>
    setOpened({ tab, left: x - (list.current?.parentElement?.getBoundingClientRect().left ?? 0) })

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const at = tabs.findIndex(({ key }) => event.target === linkOf(key))
    const tab = tabs[at]
    if (!tab) return
    const goal = { ArrowRight: tabs[at + 1], ArrowLeft: tabs[at - 1], Home: tabs[0], End: tabs.at(-1) }
    const next = Object.entries(goal).find(([key]) => key === event.key)
    if (next) linkOf(next[1]?.key ?? tab.key)?.focus()
    else if (event.key === 'Delete') {
      if (tab.close) close(tab)
    } else if (event.key === 'F10' && event.shiftKey) openBeside(tab, linkOf(tab.key)?.getBoundingClientRect().left ?? 0)
    else return
    event.preventDefault()
  }
  // A wheel that turns one way moves the bar, which goes the other.
  const onWheel = ({ deltaY, currentTarget }: WheelEvent) => currentTarget.scrollBy({ left: deltaY })

  return (
    <nav className="tabs" aria-label={t('tabs.title')}>
      <div className="tabs-list" role="toolbar" aria-label={t('tabs.title')} ref={list} onKeyDown={onKeyDown} onWheel={onWheel}>
        {tabs.map((tab) => (
          <TabItem
            key={tab.key}
            tab={tab}
            label={labelOf(tab)}
            isShown={tab.key === active}
            isReachable={tab.key === shown.key}
            onClose={() => close(tab)}
            onCommands={(x) => openBeside(tab, x)}
          />
        ))}
      </div>
      <MoreButton isOpen={opened !== undefined && opened.left === undefined} onOpen={() => setOpened({ tab: shown })} />
      {opened && <TabCommands {...opened} onClose={() => setOpened(undefined)} />}
    </nav>
  )
}

function MoreButton({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <button type="button" className="tabs-more" aria-haspopup="menu" aria-expanded={isOpen} onClick={onOpen}>
      {t('tabs.more')} <DownOutlined aria-hidden="true" />
    </button>
  )
}

type ItemProps = {
  tab: Tab
  label: string
  isShown: boolean
  /** Tab of the keyboard reaches it. */
  isReachable: boolean
  onClose: () => void
  /** Opens the commands at a place of the window, px from its left. */
  onCommands: (x: number) => void
}

/** One tab: a link, a button that loads the page anew while it is shown, and one that closes it. */
function TabItem({ tab, label, isShown, isReachable, onClose, onCommands }: ItemProps) {
  const { t } = useTranslation('shell')
  const refresh = useRefresh()
  const tabIndex = isReachable ? 0 : -1

  function onContextMenu(event: MouseEvent) {
    event.preventDefault()
    onCommands(event.clientX)
  }
  function closeByWheel(event: MouseEvent) {
    if (event.button !== 1 || !tab.close) return
    event.preventDefault()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what the mouse does here, the keyboard does on the link
    <div className={isShown ? 'tab tab-active' : 'tab'} onContextMenu={onContextMenu} onAuxClick={closeByWheel}>
      <Link to={tab.value} title={label} tabIndex={tabIndex} aria-current={isShown ? 'page' : undefined}>
        {label}
      </Link>
      {isShown && (
        <button type="button" aria-label={t('tabs.refresh', { label })} onClick={() => refresh(tab)}>
          <ReloadOutlined />
        </button>
      )}
      {isPinned(tab) && (
        <button
          type="button"
          className="tab-pin"
          tabIndex={tabIndex}
          aria-label={t('tabs.unpinNamed', { label })}
          onClick={() => setTabs((now) => withPin(now, tab.key, false))}
        >
          <PushpinFilled />
        </button>
      )}
      {tab.close && (
        <button type="button" className="tab-close" tabIndex={tabIndex} aria-label={t('tabs.close', { label })} onClick={onClose}>
          <CloseOutlined />
        </button>
      )}
    </div>
  )
}

/** Loads the page of a tab anew, and shows it. */
function useRefresh() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return ({ key, value }: Tab) =>
    leavePages([key], () => {
      void queries.invalidateQueries({ refetchType: 'none' })
      void navigate(blankFor(value), { replace: isAddress(value) })
    })
}

/** Commands of one tab: load it anew, pin it, close what is beside it, all others, or all. */
function TabCommands({ tab, left, onClose }: Opened & { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const refresh = useRefresh()
  const tabs = useTabs((s) => s.tabs)
  const pinned = isPinned(tab)
  /** Shows `next` when what is shown is no longer there. */
  const leave = (change: (tabs: Tab[]) => Tab[], next: Tab) => () => {
    const kept = change(tabs)
    const closed = tabs.filter((one) => !kept.includes(one)).map(({ key }) => key)
    leavePages(closed, () => {
      setTabs(change)
      if (!useTabs.getState().tabs.some(({ value }) => isAddress(value))) void navigate(next.value)
    })
  }
  const closing = (change: (tabs: Tab[]) => Tab[], next: Tab) => ({
    isDisabled: change(tabs).length === tabs.length,
    onClick: leave(change, next),
  })
  return (
    <PopMenu
      label={t('tabs.more')}
      items={[
        { key: 'refresh', label: t('action.refresh'), onClick: () => refresh(tab) },
        {
          key: 'pin',
          label: t(pinned ? 'tabs.unpin' : 'tabs.pin'),
          isDisabled: tab.key === homeTab.key,
          onClick: () => setTabs((now) => withPin(now, tab.key, !pinned)),
        },
        { key: 'left', label: t('tabs.closeLeft'), ...closing((now) => withoutSide(now, tab.key, 'left'), tab) },
        { key: 'right', label: t('tabs.closeRight'), ...closing((now) => withoutSide(now, tab.key, 'right'), tab) },
        { key: 'others', label: t('tabs.closeOthers'), ...closing((now) => onlyTab(now, tab.key), tab) },
        { key: 'all', label: t('tabs.closeAll'), ...closing((now) => onlyTab(now, homeTab.key), homeTab) },
      ]}
      onClose={onClose}
      style={left === undefined ? undefined : { left: `min(${left}px, 100% - 160px)`, right: 'auto' }}
    />
  )
}
