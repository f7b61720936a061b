import { type ComplaintType, citizenPaths } from '@huanwei/contract/complaints/codes'
import type { getNearby } from '@huanwei/contract/complaints/endpoints'
import type { Output } from '@huanwei/contract/endpoint'
import { placeOf } from './ask.ts'
import { useTexts } from './texts.ts'
import { useAsked } from './use-asked.ts'

/** Says when the same was just reported here or close by. Without an answer it says nothing. */
export function Nearby({ facilityCode, eventType }: { facilityCode: string; eventType: ComplaintType }) {
  const { t } = useTexts()
  const url = `${placeOf(citizenPaths.nearby, { facilityCode })}?eventType=${eventType}`
  const { data } = useAsked<Output<typeof getNearby>>(url)
  if (!data?.count) return null
  return (
    <p className="nearby" role="status">
      {t('nearby', { count: data.count, minutes: data.minutesAgo ?? 0, type: t(`types.${eventType}.name`) })}
    </p>
  )
}
