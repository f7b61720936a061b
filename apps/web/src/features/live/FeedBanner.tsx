import { ObjectType } from '@huanwei/contract/objects'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../lib/tick.ts'
import { formatTime } from '../../lib/time.ts'
import { useConnection } from '../../live/connection.ts'
import { feedOutage } from '../../live/feed.ts'
import { layerOf } from '../../live/layers.ts'
import { liveObjects, serverNow } from '../../live/objects.ts'

/** Kinds whose terminals report all the time; sensors report on change only. */
const reporting = [ObjectType.vehicle, ObjectType.person] as const

/** One thin line when many terminals fell silent together. That the screen itself is not live is told by the frame. */
export function FeedBanner() {
  const { t } = useTranslation('live')
  useTick()
  const isConnected = useConnection(({ state }) => state === 'connected')
  if (!isConnected) return null
  const outages = reporting.flatMap((objectType) => {
    const outage = feedOutage(liveObjects[objectType].heard(), serverNow())
    const time = outage && formatTime(outage.since).slice(11)
    return outage ? t('banner.feed', { n: outage.count, kind: t(`kind.${layerOf[objectType]}`), time }) : []
  })
  if (outages.length === 0) return null
  return (
    <Alert className="live-banner" banner type="warning" title={`${outages.join('')} ${t('banner.feedMeans')}`} role="status" />
  )
}
