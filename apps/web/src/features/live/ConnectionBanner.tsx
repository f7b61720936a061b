import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { age } from '../../lib/time.ts'
import { useConnection } from '../../live/connection.ts'
import { isFeedSilent } from '../../live/feed.ts'
import { vehicles } from '../../live/vehicles.ts'
import { useTick } from '../../ui/list-tick.ts'

/** A loss shorter than this is not worth a word, ms. */
const patienceMs = 3000

/** One thin line when the screen is not live: what is broken, why, and how old the data is. */
export function ConnectionBanner() {
  const { t } = useTranslation('live')
  const now = useTick()
  const { state, since, reason, dataAt } = useConnection()
  const data = dataAt === undefined ? t('banner.noData') : t('banner.dataAge', { age: age(now - dataAt) })

  if (state === 'polling') return <Line text={`${t('banner.polling', { reason: t(`reason.${reason ?? 'closed'}`) })} ${data}`} />
  if (state === 'reconnecting' && now - since >= patienceMs)
    return <Line text={`${t('banner.reconnecting', { reason: t(`reason.${reason ?? 'waiting'}`) })} ${data}`} />
  if (state === 'connected' && isFeedSilent(vehicles.all(), vehicles.serverNow())) return <Line text={t('banner.feed')} />
  return null
}

const Line = ({ text }: { text: string }) => <Alert className="live-banner" banner type="warning" title={text} role="status" />
