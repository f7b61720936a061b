import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { ListPlace } from '../../ui/list/list-pages.ts'
import { Segments } from '../../ui/select/Segments.tsx'
import { SubscriptionList } from '../subscriptions/SubscriptionList.tsx'
import { CallGuide } from './CallGuide.tsx'
import { ClientList } from './ClientList.tsx'
import type { ClientsSearch } from './client-search.ts'

/** Programs that may call the open API, those that events are posted to, and how calls are made. Source: spec 3, section 18. */
export function ClientsPage({ search, onSearch }: PageProps<ClientsSearch>) {
  const { t } = useTranslation('clients')
  const [maySeeClients, maySeeSubscriptions] = [useMay('admin_client_view'), useMay('admin_subscription_view')]
  const held = { clients: maySeeClients, subscriptions: maySeeSubscriptions, calls: maySeeClients }
  const tabs = (['clients', 'subscriptions', 'calls'] as const).filter((tab) => held[tab])
  const tab = tabs.includes(search.tab) ? search.tab : (tabs[0] ?? 'clients')
  const lead = (
    <Segments<ClientsSearch['tab']>
      aria-label={t('title')}
      options={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      value={tab}
      onChange={(next) => onSearch({ tab: next, current: 1, open: undefined })}
    />
  )
  if (tab === 'calls') return <CallGuide lead={lead} />
  const List = tab === 'clients' ? ClientList : SubscriptionList
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
