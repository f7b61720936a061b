import type { BoardToken } from '@huanwei/contract/boards/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../../lib/tick.ts'
import { age, parseTime } from '../../../lib/time.ts'
import { useOpenRow } from '../../../lib/use-record.ts'
import { AddButton } from '../../../ui/list/AddButton.tsx'
import { ListFrame } from '../../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, timeColumn, whole } from '../../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../../ui/list/list-columns.ts'
import { type ListTabProps, pageOfAll } from '../../../ui/list/list-pages.ts'
import { BoardTokenDrawer } from './BoardTokenDrawer.tsx'
import { NewBoardTokenDrawer } from './NewBoardTokenDrawer.tsx'
import { tokenColumns } from './token-columns.ts'
import { useBoardTokens } from './use-board-tokens.ts'

/** Tokens of boards that hang where nobody logs in, and the screens that use them. */
export function BoardTokenList({ lead, position, onPage, open, onOpen }: ListTabProps) {
  const { t } = useTranslation(['boards', 'list'])
  const list = useBoardTokens((all) => ({ all, ...pageOfAll(all, position) }))
  const columns = useTokenColumns()
  const opened = useOpenRow(list.data?.all, open)
  const close = () => onOpen(undefined)
  return (
    <>
      <ListFrame
        key="boards"
        name="board-tokens"
        label={t('token.title')}
        lead={lead}
        actions={<AddButton onClick={() => onOpen('new')}>{t('token.add')}</AddButton>}
        filters={[]}
        onQuery={() => list.refetch()}
        onReset={() => list.refetch()}
        exportButton={null}
        columns={columns}
        list={list}
        position={position}
        onPage={onPage}
        onOpen={({ id }) => onOpen(id)}
        openId={typeof open === 'number' ? open : undefined}
        empty={{ title: t('token.none'), hint: t('token.noneHint') }}
      />
      {open === 'new' && <NewBoardTokenDrawer onClose={close} />}
      {opened.row && <BoardTokenDrawer key={open} token={opened.row} error={opened.error} onClose={close} />}
    </>
  )
}

function useTokenColumns(): ListColumn<BoardToken>[] {
  const { t } = useTranslation(['boards', 'list'])
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      ...tokenColumns<BoardToken>(t, (token) => token),
      { key: 'range', title: t('token.addressRange'), width: 130, spare: true, cell: ({ addressRange }) => whole(addressRange) },
      { key: 'screens', title: t('token.screens'), width: 170, card: 'state', cell: (token) => <Screens token={token} /> },
      timeColumn(t('token.createTime'), ({ createTime }) => createTime),
      openColumn(t('list:action'), () => t('list:details'), 70),
    ],
    [t],
  )
}

/** How many screens use a token, and when one of them was there last. */
function Screens({ token: { screens } }: { token: BoardToken }) {
  const { t } = useTranslation('boards')
  const now = useTick()
  const last = Math.max(...screens.map(({ heartbeatTime }) => parseTime(heartbeatTime)))
  if (!screens.length) return t('token.noScreens')
  return `${t('token.screenCount', { count: screens.length })} · ${age(now - last)}`
}
