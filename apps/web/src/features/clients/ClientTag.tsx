import { CheckCircleOutlined, ClockCircleOutlined, PauseCircleOutlined } from '@ant-design/icons'
import type { Client } from '@huanwei/contract/clients/endpoints'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/time.ts'
import { ListTag } from '../../ui/list/ListTag.tsx'

/** Says whether a client may call now. */
export function ClientTag({ client: { isStopped, expires } }: { client: Pick<Client, 'isStopped' | 'expires'> }) {
  const { t } = useTranslation('clients')
  if (isStopped) return <ListTag tone="warn" icon={<PauseCircleOutlined />} text={t('state.stopped')} />
  if (expires !== null && expires < formatTime(Date.now()).slice(0, 10))
    return <ListTag tone="warn" icon={<ClockCircleOutlined />} text={t('state.expired')} />
  return <ListTag tone="good" icon={<CheckCircleOutlined />} text={t('state.open')} />
}
