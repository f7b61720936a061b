import { listTokens } from '@huanwei/contract/tokens/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { ListPlace } from '../../ui/list/list-pages.ts'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { BoardScreenList } from '../boards/tokens/BoardScreenList.tsx'
import { BoardTokenList } from '../boards/tokens/BoardTokenList.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { ProviderList } from '../social/ProviderList.tsx'
import { useTokenColumns } from './TokenColumns.tsx'
import type { TokensSearch } from './token-search.ts'

const noFilter: Pick<TokensSearch, 'username' | 'address'> = { username: undefined, address: undefined }

const lists = { providers: ProviderList, boards: BoardTokenList, screens: BoardScreenList }

type Props = PageProps<TokensSearch>

/** Log-ins, the identity providers of the tenant, the tokens of boards, and their screens. */
export function TokensPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['tokens', 'list'])
  const [maySeeTokens, maySeeProviders, maySeeBoards] = [
    useMay('sys_token_view'),
    useMay('sys_social_details_view'),
    useMay('admin_board_token'),
  ]
  const held = { tokens: maySeeTokens, providers: maySeeProviders, boards: maySeeBoards, screens: maySeeBoards }
  const tabs = (['tokens', 'providers', 'boards', 'screens'] as const).filter((tab) => held[tab])
  const tab = tabs.includes(search.tab) ? search.tab : (tabs[0] ?? 'tokens')
  const lead = tabs.length > 1 && (
    <Segments<TokensSearch['tab']>
      aria-label={t('title')}
      options={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      value={tab}
      onChange={(next) => onSearch({ ...noFilter, tab: next, current: 1, open: undefined })}
    />
  )
  if (tab === 'tokens') return <TokenList lead={lead} search={search} onSearch={onSearch} />
  const List = lists[tab]
  return (
    <List
      lead={lead}
      position={search}
      onPage={(position) => onSearch(ListPlace.parse(position))}
      open={search.open}
      onOpen={(open) => onSearch({ open })}
    />
  )
}

function TokenList({ search, onSearch, lead }: Props & { lead: ReactNode }) {
  const { t } = useTranslation(['tokens', 'list'])
  const { username, address, current, size } = search
  const list = useQuery({ ...query(listTokens, { username, address, current, size }), placeholderData: keepPreviousData })
  const columns = useTokenColumns()
  const { fields, frame } = useListFilter({ search, onSearch, noFilter, list })
  const none = { title: t('none'), hint: t('noneHint') }
  return (
    <ListFrame
      key="tokens"
      name="tokens"
      label={t('tab.tokens')}
      lead={lead}
      filters={[fields.text('username', t('username')), fields.text('address', t('address'))]}
      exportButton={<ExportButton {...query(listTokens, { username, address })} />}
      columns={columns}
      {...frame}
      noMatch={none}
      empty={none}
    />
  )
}
