import { CloseOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { InPage } from '../../../ui/drawer/DrawerFrame.tsx'
import { ListEmpty } from '../../../ui/list/ListNotice.tsx'
import { DeskHelp, type DeskKey } from './DeskHelp.tsx'
import { DeskPaneContext } from './desk-pane.ts'
import { LastAct } from './LastAct.tsx'
import type { Desk } from './use-desk.ts'
import './desk.css'

type Props<Row extends { id: number }> = {
  desk: Desk<Row>
  /** Keys of the queue beside those of every desk. */
  keys: readonly DeskKey[]
  canUndo?: boolean
  list: ReactNode
  /** The drawer of the open row, which stands beside the list where there is a desk. */
  children: ReactNode
}

/** List and open row: side by side, or one over the other. What was begun in a drawer goes on at the desk: it stays the same piece of the tree. */
export function QueueDesk<Row extends { id: number }>({ desk, keys, canUndo = false, list, children }: Props<Row>) {
  const { t } = useTranslation('list')
  const { isOn, open, last, box, leave, undo, picked } = desk
  const page = useMemo(() => (isOn ? { leave } : undefined), [isOn, leave])
  const pane = isOn
    ? {
        last: last && <LastAct last={last} onUndo={undo} />,
        picked: picked.map(({ id }) => id),
        toForm: () => box.current?.querySelector<HTMLElement>('.desk-pane .drawer-form textarea')?.focus(),
      }
    : undefined
  return (
    <div className={isOn ? 'desk' : 'desk-off'} ref={box}>
      {list}
      <Flex
        vertical
        component="section"
        className={isOn ? 'desk-pane' : 'desk-off'}
        {...(isOn && { 'aria-label': t('desk.title'), tabIndex: -1 })}
      >
        {isOn && (
          <div className="desk-bar">
            <DeskHelp {...desk.help} keys={keys} canPick={desk.canPick} canUndo={canUndo} />
            {open !== undefined && (
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={t('action.close')}
                title={t('action.close')}
                onClick={() => leave.current(desk.drawer.onClose)}
              />
            )}
          </div>
        )}
        <InPage value={page}>
          <DeskPaneContext value={pane}>{children}</DeskPaneContext>
        </InPage>
        {isOn && open === undefined && (
          <>
            <ListEmpty title={t('desk.none')} hint={t('desk.noneHint')} />
            {pane?.last && <div className="drawer-buttons">{pane.last}</div>}
          </>
        )}
      </Flex>
    </div>
  )
}
