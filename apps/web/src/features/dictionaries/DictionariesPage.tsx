import { getSystemDictionaries, getUserDictionaries } from '@huanwei/contract/dictionaries/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { DictionaryDrawer } from './DictionaryDrawer.tsx'
import { DictionaryNav } from './DictionaryNav.tsx'
import type { DictionariesSearch } from './dictionary-search.ts'
import { ItemList } from './ItemList.tsx'
import './dictionaries.css'

/** The dictionaries beside the items of one of them. Source: spec 2, section 7.4. */
export function DictionariesPage({ search, onSearch }: PageProps<DictionariesSearch>) {
  const { t } = useTranslation(['dictionaries', 'list'])
  const own = useQuery(query(getUserDictionaries, {}))
  const system = useQuery(query(getSystemDictionaries, {}))
  const all = [...(own.data ?? []), ...(system.data ?? [])]
  const chosen = all.find(({ id }) => id === search.dict) ?? all[0]
  const error = own.error ?? system.error
  const choose = (dict: number) => onSearch({ dict, text: undefined, enabled: undefined, current: 1, open: undefined })

  if (error && !chosen)
    return (
      <LoadFailed
        title={t('failed')}
        error={error}
        onRetry={() => {
          own.refetch()
          system.refetch()
        }}
      />
    )
  return (
    <Flex className="dictionaries">
      <DictionaryNav
        groups={[
          { name: t('own'), dictionaries: own.data },
          { name: t('ofSystem'), dictionaries: system.data },
        ]}
        chosen={chosen?.id}
        onChoose={choose}
        onAdd={() => onSearch({ edited: 'new' })}
      />
      {chosen && <ItemList key={chosen.id} {...{ search, onSearch }} dictionary={chosen} />}
      {search.edited !== undefined && (
        <DictionaryDrawer
          key={search.edited}
          id={search.edited}
          onClose={() => onSearch({ edited: undefined })}
          onAdded={(id) => onSearch({ edited: undefined, dict: id, current: 1 })}
        />
      )}
    </Flex>
  )
}
