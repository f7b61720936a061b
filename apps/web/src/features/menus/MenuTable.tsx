import type { MenuTreeNode } from '@huanwei/contract/menus/endpoints'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayForAll } from '../../lib/session.ts'
import { type MenuActions, MenuRowView } from './MenuRowView.tsx'
import { type MenuRow, rowsOf } from './menu-rows.ts'
import { useMenuDrag } from './use-menu-drag.ts'
import '../../ui/list/list-table.css'

type Props = MenuActions & {
  /** Puts what stands below an item into this order; one may come from elsewhere. */
  onPlace: (wanted: { parentId: number; ids: number[] }) => void
  /** Undefined while they are awaited. */
  nodes: MenuTreeNode[] | undefined
  open: ReadonlySet<number>
  /** False while a search leaves items out: then nothing is moved. */
  isSorted: boolean
  openId: number | undefined
}

const columns = ['name', 'type', 'path', 'permission', 'sort', 'visible', 'keepAlive', 'action'] as const
/** px. */
const widths: Record<(typeof columns)[number], number> = {
  name: 200,
  type: 120,
  path: 150,
  permission: 130,
  sort: 100,
  visible: 70,
  keepAlive: 60,
  action: 150,
}

/** The tree as a table. Arrows move, right and left open and close, Enter opens the form, Alt with an arrow moves the item; so does dragging its row. */
export function MenuTable({ nodes, open, isSorted, openId, onPlace, ...actions }: Props) {
  const { t } = useTranslation('menus')
  const mayEdit = useMayForAll('sys_menu_edit')
  const rows = nodes && rowsOf(nodes, open)
  const dragOf = useMenuDrag(nodes ?? [], isSorted && mayEdit, onPlace)
  /** The row that Tab reaches. */
  const [current, setCurrent] = useState<number>()
  const reachable = rows?.some(({ node }) => node.id === current) ? current : rows?.[0]?.node.id

  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>) {
    const { target, key, altKey, currentTarget } = event
    if (!(target instanceof HTMLTableRowElement)) return
    const lines = [...currentTarget.querySelectorAll('tr')]
    const at = lines.indexOf(target)
    const row = rows?.[at]
    if (!row) return
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      if (isSorted) actions.onMove(row.node, row.siblings, key === 'ArrowUp' ? -1 : 1)
    } else if (key === 'Enter') actions.onOpen(row.node)
    else if (key === 'ArrowRight' && !row.isOpen && row.node.children.length > 0) actions.onToggle(row.node.id)
    else if (key === 'ArrowLeft' && row.isOpen) actions.onToggle(row.node.id)
    else goalOf(key, lines, at, row, rows)?.focus()
    if (/^(Arrow|Home|End|Enter)/.test(key)) event.preventDefault()
  }

  return (
    <div className="list-table">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows open and close is a treegrid
        role="treegrid"
        className="menus-table"
        aria-label={t('title')}
        aria-busy={!rows}
        style={{ minWidth: Object.values(widths).reduce((sum, width) => sum + width, 0) }}
      >
        <Heads />
        <tbody data-opens="" onKeyDown={onKeyDown}>
          {rows?.map((row) => (
            <MenuRowView
              key={row.node.id}
              row={row}
              isSorted={isSorted}
              isReachable={row.node.id === reachable}
              isShown={row.node.id === openId}
              onReach={() => setCurrent(row.node.id)}
              drag={dragOf(row.node)}
              {...actions}
            />
          )) ?? <Waiting />}
        </tbody>
      </table>
    </div>
  )
}

function Heads() {
  const { t } = useTranslation('menus')
  return (
    <>
      <colgroup>
        {columns.map((column) => (
          <col key={column} style={{ width: widths[column] }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-card={column === 'action' ? 'foot' : undefined}>
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
    </>
  )
}

function goalOf(key: string, lines: HTMLElement[], at: number, row: MenuRow, rows: MenuRow[] = []) {
  const above = rows.findLastIndex(({ level }, i) => i < at && level < row.level)
  const goals: Record<string, HTMLElement | undefined> = {
    ArrowDown: lines[at + 1],
    ArrowUp: lines[at - 1],
    Home: lines[0],
    End: lines.at(-1),
    ArrowRight: row.isOpen ? lines[at + 1] : undefined,
    ArrowLeft: lines[above],
  }
  return goals[key]
}

const waitingRows = 8

function Waiting() {
  const { t } = useTranslation('list')
  return Array.from({ length: waitingRows }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without a life of their own
    <tr key={i} className="list-skeleton" aria-hidden={i > 0}>
      {columns.map((column, j) => (
        <td key={column}>
          <span>{i + j === 0 && t('loading')}</span>
        </td>
      ))}
    </tr>
  ))
}
