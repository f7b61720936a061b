import { ObjectType } from '@huanwei/contract/objects'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../lib/tick.ts'
import { age, formatTime } from '../../lib/time.ts'
import { useConnection } from '../../live/connection.ts'
import { feedOutage } from '../../live/feed.ts'
import { layerOf } from '../../live/layers.ts'
import { liveObjects, serverNow } from '../../live/objects.ts'

/** A loss shorter than this is not worth a word, ms. */
const patienceMs = 3000
/** Kinds whose terminals report all the time; sensors report on change only. */
const reporting = [ObjectType.vehicle, ObjectType.person] as const

/** One thin line when the screen is not live: what is broken, why, and how old the data is. */
export function ConnectionBanner() {
  const { t } = useTranslation('live')
  const now = useTick()
  const { state, since, reason, dataAt } = useConnection()
  const data = dataAt === undefined ? t('banner.noData') : t('banner.dataAge', { age: age(now - dataAt) })

  if (state === 'polling') return <Line text={`${t('banner.polling', { reason: t(`reason.${reason ?? 'closed'}`) })} ${data}`} />
  if (state === 'reconnecting' && now - since >= patienceMs)
    return <Line text={`${t('banner.reconnecting', { reason: t(`reason.${reason ?? 'waiting'}`) })} ${data}`} />
  if (state !== 'connected') return null
  const outages = reporting.flatMap((objectType) => {
    const outage = feedOutage(liveObjects[objectType].heard(), serverNow())
    const time = outage && formatTime(outage.since).slice(11)
    return outage ? t('banner.feed', { n: outage.count, kind: t(`kind.${layerOf[objectType]}`), time }) : []
  })
  return outages.length ? <Line text={`${outages.join('')} ${t('banner.feedMeans')}`} /> : null
}

const Line = ({ text }: { text: string }) => <Alert className="live-banner" banner type="warning" title={text} role="status" />
