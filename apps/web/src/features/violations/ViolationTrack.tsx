import { getVehicleHistory } from '@huanwei/contract/history/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import type { ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { PlaceView } from '../../map/fields/PlaceView.tsx'
import { trackTimes } from './track-times.ts'

/** Position of the violation, with the track around it. */
export function ViolationTrack({ violation }: { violation: ViolationDetail }) {
  const { t } = useTranslation('violations')
  const { lng, lat, objectId, objectType } = violation
  const isVehicle = objectType === ObjectType.vehicle
  const track = useQuery({
    ...query(getVehicleHistory, { vehicleId: objectId, ...trackTimes(violation) }),
    enabled: isVehicle && lng !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <PlaceView lng={lng} lat={lat} trail={track.data?.map((point) => [point.lng, point.lat]) ?? []} />
      {track.error && <p className="drawer-note">{t('noTrack', { reason: track.error.message })}</p>}
    </>
  )
}
