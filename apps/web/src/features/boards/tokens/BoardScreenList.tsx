import type { BoardToken } from '@huanwei/contract/boards/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../../lib/tick.ts'
import { age, lastingText, parseTime } from '../../../lib/time.ts'
import { useOpenRow } from '../../../lib/use-record.ts'
import { ListFrame } from '../../../ui/list/ListFrame.tsx'
import { indexColumn, openColumn, whole } from '../../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../../ui/list/list-columns.ts'
import { type ListTabProps, pageOfAll } from '../../../ui/list/list-pages.ts'
import { BoardTokenDrawer } from './BoardTokenDrawer.tsx'
import { tokenColumns } from './token-columns.ts'
import { useBoardTokens } from './use-board-tokens.ts'

type Screen = BoardToken['screens'][number] & { id: number; token: BoardToken }

/** A number for the row of a screen, the same whatever other screens there are. */
const numberOf = (name: string) => [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 2 ** 31, 7)

/** The screens of all tokens, those first that were silent for longest. */
const screensOf = (tokens: readonly BoardToken[]): Screen[] =>
  tokens
    .flatMap((token) => token.screens.map((screen) => ({ ...screen, token, id: numberOf(`${token.id} ${screen.screen}`) })))
    .sort((a, b) => a.heartbeatTime.localeCompare(b.heartbeatTime) || a.id - b.id)

/** The screens that show a board with a token: where each stands, when it was there last, and how old its figures are. */
export function BoardScreenList({ lead, position, onPage, open, onOpen }: ListTabProps) {
  const { t } = useTranslation(['boards', 'list'])
  const list = useBoardTokens((tokens) => ({ tokens, ...pageOfAll(screensOf(tokens), position) }))
  const columns = useScreenColumns()
  const opened = useOpenRow(list.data?.tokens, open)
  return (
    <>
      <ListFrame
        key="screens"
        name="board-screens"
        label={t('screen.title')}
        lead={lead}
        filters={[]}
        onQuery={() => list.refetch()}
        onReset={() => list.refetch()}
        exportButton={null}
        columns={columns}
        list={list}
        position={position}
        onPage={onPage}
        onOpen={({ token }) => onOpen(token.id)}
        empty={{ title: t('token.noScreens'), hint: t('screen.noneHint') }}
      />
      {opened.row && <BoardTokenDrawer key={open} token={opened.row} error={opened.error} onClose={() => onOpen(undefined)} />}
    </>
  )
}

function useScreenColumns(): ListColumn<Screen>[] {
  const { t } = useTranslation(['boards', 'list'])
  return useMemo(
    () => [
      indexColumn(t('list:index')),
      ...tokenColumns<Screen>(t, ({ token }) => token),
      { key: 'address', title: t('token.address'), width: 130, card: 'detail', cell: ({ address }) => whole(address) },
      {
        key: 'heartbeat',
        title: t('token.heartbeat'),
        width: 140,
        card: 'state',
        cell: (screen) => <Heartbeat screen={screen} />,
      },
      { key: 'age', title: t('token.dataAge'), width: 110, card: 'detail', cell: ({ dataAge }) => lastingText(dataAge) },
      { key: 'build', title: t('token.build'), width: 130, spare: true, cell: ({ build }) => whole(build) },
      openColumn(t('list:action'), () => t('list:details'), 70),
    ],
    [t],
  )
}

function Heartbeat({ screen: { heartbeatTime } }: { screen: Screen }) {
  return <span title={heartbeatTime}>{age(useTick() - parseTime(heartbeatTime))}</span>
}
