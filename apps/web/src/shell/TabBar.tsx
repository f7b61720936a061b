import './tabs.css'
import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { homeTab, neighbourOf, onlyTab, setTabs, useTabs, withoutTab } from './tabs.ts'

/** The open pages. `active` is the path of the one shown. Source: spec 1, section 2.5. */
export function TabBar({ active }: { active: string }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const tabs = useTabs((s) => s.tabs)
  const current = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list item changes with the active tab
  useEffect(() => {
    current.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
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
  const menuFor = (path: string) => ({
    items: [
      { key: 'others', label: t('tabs.closeOthers'), disabled: tabs.length < 2, onClick: () => closeOthers(path) },
      { key: 'all', label: t('tabs.closeAll'), disabled: tabs.length < 2, onClick: closeAll },
    ],
  })

  return (
    <nav className="tabs" aria-label={t('tabs.title')}>
      <ul>
        {tabs.map(({ path, value, label, close: isClosable }) => (
          <Dropdown key={path} menu={menuFor(path)} trigger={['contextMenu']}>
            <li
              ref={path === active ? current : undefined}
              className={path === active ? 'tab tab-active' : 'tab'}
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
          </Dropdown>
        ))}
      </ul>
      <Dropdown menu={menuFor(active)} trigger={['click']} placement="bottomRight">
        <button type="button" className="tabs-more" aria-haspopup="menu">
          {t('tabs.more')} <DownOutlined aria-hidden="true" />
        </button>
      </Dropdown>
    </nav>
  )
}
