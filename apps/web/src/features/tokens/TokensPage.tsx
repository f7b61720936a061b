import { listTokens } from '@huanwei/contract/tokens/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { ProviderList } from '../social/ProviderList.tsx'
import { useTokenColumns } from './TokenColumns.tsx'
import { noFilter, TokensSearch } from './token-search.ts'

type Props = PageProps<TokensSearch>

/** Who is logged in, and the providers that people may log in through. */
export function TokensPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['tokens', 'list'])
  const maySeeProviders = useMay('sys_social_details_view')
  const lead = maySeeProviders && (
    <Segmented<TokensSearch['tab']>
      aria-label={t('title')}
      options={(['tokens', 'providers'] as const).map((value) => ({ value, label: t(`tab.${value}`) }))}
      value={search.tab}
      onChange={(tab) => onSearch({ ...noFilter, tab, current: 1, open: undefined })}
    />
  )
  const onPage = (position: { current: number; size: number }) =>
    onSearch(TokensSearch.pick({ current: true, size: true }).parse(position))
  if (search.tab === 'providers' && maySeeProviders)
    return <ProviderList lead={lead} position={search} onPage={onPage} open={search.open} onOpen={(open) => onSearch({ open })} />
  return <TokenList lead={lead} search={search} onSearch={onSearch} onPage={onPage} />
}

type ListProps = Props & { lead: ReactNode; onPage: (position: { current: number; size: number }) => void }

function TokenList({ search, onSearch, lead, onPage }: ListProps) {
  const { t } = useTranslation(['tokens', 'list'])
  const { username, address, current, size } = search
  const list = useQuery({ ...query(listTokens, { username, address, current, size }), placeholderData: keepPreviousData })
  const columns = useTokenColumns()
  /** What was typed since the last 查询. */
  const [draft, setDraft] = useState<Partial<typeof noFilter>>({})
  const wanted = { username, address, ...draft }
  const apply = (change: Partial<TokensSearch>) => {
    setDraft({})
    onSearch({ ...change, current: 1 })
  }
  const filter = (key: 'username' | 'address') => ({
    key,
    label: t(key),
    isSet: !!wanted[key],
    control: (
      <Input
        allowClear
        aria-label={t(key)}
        placeholder={t(key)}
        maxLength={64}
        value={wanted[key] ?? ''}
        onChange={({ target }) => setDraft({ ...draft, [key]: target.value.trim() || undefined })}
      />
    ),
  })
  const isFiltered = username !== undefined || address !== undefined
  return (
    <ListFrame
      key="tokens"
      name="tokens"
      label={t('tab.tokens')}
      lead={lead}
      filters={[filter('username'), filter('address')]}
      onQuery={() => (Object.keys(draft).length ? apply(draft) : list.refetch())}
      onReset={() => apply(noFilter)}
      exported={query(listTokens, { username, address })}
      columns={columns}
      list={list}
      position={search}
      onPage={onPage}
      empty={{
        title: t('none'),
        hint: t('noneHint'),
        action: isFiltered && <Button onClick={() => apply(noFilter)}>{t('list:clearFilters')}</Button>,
      }}
    />
  )
}
