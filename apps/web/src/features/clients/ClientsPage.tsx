import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../lib/page.tsx'
import { ListPlace } from '../../ui/list/list-pages.ts'
import { Segments } from '../../ui/select/Segments.tsx'
import { CallGuide } from './CallGuide.tsx'
import { ClientList } from './ClientList.tsx'
import type { ClientsSearch } from './client-search.ts'

const tabs = ['clients', 'calls'] as const

/** Programs that may call the open API, and how they do. Source: spec 3, section 18. */
export function ClientsPage({ search, onSearch }: PageProps<ClientsSearch>) {
  const { t } = useTranslation('clients')
  const lead = (
    <Segments<ClientsSearch['tab']>
      aria-label={t('title')}
      options={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      value={search.tab}
      onChange={(tab) => onSearch({ tab, current: 1, open: undefined })}
    />
  )
  if (search.tab === 'calls') return <CallGuide lead={lead} />
  return (
    <ClientList
      lead={lead}
      position={search}
      onPage={(position) => onSearch(ListPlace.parse(position))}
      open={search.open}
      onOpen={(open) => onSearch({ open })}
    />
  )
}
