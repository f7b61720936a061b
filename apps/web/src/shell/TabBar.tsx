import './tabs.css'
import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { PopMenu } from '../ui/PopMenu.tsx'
import { homeTab, neighbourOf, onlyTab, setTabs, useTabs, withoutTab } from './tabs.ts'

/** The open pages. `active` is the path of the one shown. Source: spec 1, section 2.5. */
export function TabBar({ active }: { active: string }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const tabs = useTabs((s) => s.tabs)
  /** The tab whose commands are open, and how far from the left, px; none when they hang on the button. */
  const [opened, setOpened] = useState<{ path: string; left?: number }>()
  const current = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list item changes with the active tab
  useEffect(() => {
    if (tabs.length > 1) current.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [active, tabs.length])

  const close = (path: string) => {
    const next = neighbourOf(tabs, path)
    setTabs((now) => withoutTab(now, path))
    if (path === active) navigate(next.value)
  }
  const closeOthers = (path: string) => {
    const kept = tabs.find((tab) => tab.path === path) ?? homeTab
    setTabs((now) => onlyTab(now, path))
    if (path !== active) navigate(kept.value)
  }
  const closeAll = () => {
    setTabs(() => [homeTab])
    navigate(homeTab.value)
  }
  const menuFor = (path: string) => [
    { key: 'others', label: t('tabs.closeOthers'), isDisabled: tabs.length < 2, onClick: () => closeOthers(path) },
    { key: 'all', label: t('tabs.closeAll'), isDisabled: tabs.length < 2, onClick: closeAll },
  ]
  const openBeside = (event: MouseEvent, path: string) => {
    event.preventDefault()
    setOpened({ path, left: event.clientX - (event.currentTarget.closest('nav')?.getBoundingClientRect().left ?? 0) })
  }

  return (
    <nav className="tabs" aria-label={t('tabs.title')}>
      <ul>
        {tabs.map(({ path, value, label, close: isClosable }) => (
          <li
            key={path}
            ref={path === active ? current : undefined}
            className={path === active ? 'tab tab-active' : 'tab'}
            onContextMenu={(event) => openBeside(event, path)}
            onAuxClick={(event) => event.button === 1 && isClosable && close(path)}
          >
            <Link to={value} aria-current={path === active ? 'page' : undefined}>
              {t(label)}
            </Link>
            {isClosable && (
              <button type="button" aria-label={t('tabs.close', { label: t(label) })} onClick={() => close(path)}>
                <CloseOutlined />
              </button>
            )}
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="tabs-more"
        aria-haspopup="menu"
        aria-expanded={opened !== undefined && opened.left === undefined}
        onClick={() => setOpened({ path: active })}
      >
        {t('tabs.more')} <DownOutlined aria-hidden="true" />
      </button>
      {opened && (
        <PopMenu
          label={t('tabs.more')}
          items={menuFor(opened.path)}
          onClose={() => setOpened(undefined)}
          style={opened.left === undefined ? undefined : { left: opened.left, right: 'auto' }}
        />
      )}
    </nav>
  )
}
