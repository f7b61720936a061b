import { CheckCircleOutlined, CloseCircleOutlined, PauseCircleOutlined } from '@ant-design/icons'
import type { Subscription } from '@huanwei/contract/subscriptions/endpoints'
import { useTranslation } from 'react-i18next'
import { ListTag } from '../../ui/list/ListTag.tsx'

/** Says whether events reach a subscription. */
export function SubscriptionTag({ subscription }: { subscription: Pick<Subscription, 'isStopped' | 'lastError'> }) {
  const { t } = useTranslation('subscriptions')
  const { isStopped, lastError } = subscription
  if (isStopped) return <ListTag tone="warn" icon={<PauseCircleOutlined />} text={t('state.off')} />
  if (lastError) return <ListTag tone="bad" icon={<CloseCircleOutlined />} text={t('state.troubled')} />
  return <ListTag tone="good" icon={<CheckCircleOutlined />} text={t('state.on')} />
}
