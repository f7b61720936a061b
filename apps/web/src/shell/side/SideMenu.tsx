import './side.css'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Ahead } from '../ahead.ts'
import { isBoard } from '../menu/menu-target.ts'
import { addressesOf, searchMenus } from '../menu/menu-tree.ts'
import { useChosenSubSystem, useMenu } from '../menu/use-menu.ts'
import { warmUpLists } from '../warm-up.tsx'
import { SideMenuItem } from './SideMenuItem.tsx'
import { SideSearch } from './SideSearch.tsx'
import { moveInMenu } from './side-keys.ts'

/** Up to so many pages all groups start open; boards are not counted, and theirs starts closed. */
const shortMenu = 48
/** The code of the pages comes while the menu is read, but after what is on the screen, ms. */
const loadAfterMs = 1500

const SavingBrowser = z.object({ connection: z.object({ saveData: z.literal(true) }) })
/** True when the person asked the browser to spend little of the line. */
const savesData = () => SavingBrowser.safeParse(navigator).success

type Props = {
  isCollapsed: boolean
  /** Lies over the page instead of beside it. */
  isDrawer: boolean
  ahead: Ahead
  onNavigate: () => void
  onClose: () => void
}

/** The user's menu tree. Collapsed it shows the first level's icons, whose groups fly out. Source: spec 1, section 2.5. */
export function SideMenu({ isCollapsed, isDrawer, ahead, onNavigate, onClose }: Props) {
  const { t } = useTranslation('shell')
  const menu = useMenu()
  const chosen = useChosenSubSystem()
  const [text, setText] = useState('')
  const box = useRef<HTMLElement>(null)
  const isDrawn = isDrawer && !isCollapsed

  useWarmUp(menu.data, ahead)
  useLayerFocus(box, isDrawn)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape' && isDrawn) onClose()
    else if (moveInMenu(event)) event.preventDefault()
  }
  const nodes = menu.data && (text && !isCollapsed ? searchMenus(menu.data, text) : menu.data)
  const isShort = menu.data !== undefined && addressesOf(menu.data).filter((path) => !isBoard(path)).length <= shortMenu
  return (
    <nav
      id="side-menu"
      ref={box}
      className={isCollapsed ? 'side side-collapsed' : 'side'}
      aria-label={t('menu.title')}
      inert={isDrawer && isCollapsed}
      onKeyDown={onKeyDown}
    >
      {!isCollapsed && menu.data && menu.data.length > 0 && <SideSearch text={text} onText={setText} />}
      <MenuNotice menu={menu} />
      {text && nodes?.length === 0 && (
        <p className="side-none" role="status">
          {t('menu.noneMatch', { text })}
        </p>
      )}
      {nodes && nodes.length > 0 && (
        <ul className="side-list" key={chosen?.id}>
          {nodes.map((node) => (
            <SideMenuItem
              key={node.id}
              node={node}
              isFlyout={isCollapsed && !isDrawer}
              isShort={(isShort && !addressesOf([node]).every(isBoard)) || (text !== '' && !isCollapsed)}
              ahead={ahead}
              onNavigate={onNavigate}
            />
          ))}
        </ul>
      )}
    </nav>
  )
}

/** In place of the menu: it is on its way, did not come, or is empty. */
function MenuNotice({ menu }: { menu: ReturnType<typeof useMenu> }) {
  const { t } = useTranslation(['shell', 'common'])
  if (menu.isPending)
    return (
      <div className="side-waiting" role="status" aria-label={t('common:loading')}>
        <div className="bone" />
        <div className="bone" />
        <div className="bone" />
      </div>
    )
  if (!menu.data)
    return (
      <p className="side-none">
        {t('menu.failed')}
        <button type="button" onClick={() => void menu.refetch()}>
          {t('common:action.retry')}
        </button>
      </p>
    )
  return menu.data.length === 0 && <p className="side-none">{t('menu.none')}</p>
}

/** Fetches the code of the menu's pages while it is read. */
function useWarmUp(menu: ReturnType<typeof useMenu>['data'], ahead: Ahead) {
  useEffect(() => {
    if (!menu || savesData()) return
    let isHere = true
    const timer = setTimeout(async () => {
      // One after the other: a browser never asks again for code whose fetching was cut off.
      for (const address of addressesOf(menu)) if (isHere) await ahead.load(address)
      if (isHere) warmUpLists()
    }, loadAfterMs)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [menu, ahead])
}

/** A layer over the page has the focus, and returns it to the button that opened it. */
function useLayerFocus(box: RefObject<HTMLElement | null>, isDrawn: boolean) {
  useEffect(() => {
    if (!isDrawn) return
    const before = document.activeElement
    box.current?.querySelector<HTMLElement>('.side-face')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [box, isDrawn])
}
