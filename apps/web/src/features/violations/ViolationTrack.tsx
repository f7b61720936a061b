import { ObjectType } from '@huanwei/contract/objects'
import { getVehicleHistory } from '@huanwei/contract/terminals/endpoints'
import type { ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { trackTimes } from './track-times.ts'

const MiniMap = lazy(() =>
  import('../../map/MiniMap.tsx').then(
    (module) => ({ default: module.MiniMap }),
    () => ({ default: NoMap }),
  ),
)

/** The rest of the drawer is worth reading without its map. */
function NoMap() {
  const { t } = useTranslation('violations')
  return <p className="drawer-note">{t('noMap')}</p>
}

/** Where it happened, with the track around it. */
export function ViolationTrack({ violation }: { violation: ViolationDetail }) {
  const { t } = useTranslation('violations')
  const { lng, lat, objectId, objectType } = violation
  const isVehicle = objectType === ObjectType.vehicle
  const track = useQuery({
    ...query(getVehicleHistory, { vehicleId: objectId, ...trackTimes(violation) }),
    enabled: isVehicle && lng !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (lng === null || lat === null) return <p className="drawer-note">{t('noPlace')}</p>
  return (
    <>
      <div className="drawer-map">
        <Suspense>
          <MiniMap lng={lng} lat={lat} trail={track.data?.map((point): [number, number] => [point.lng, point.lat]) ?? []} />
        </Suspense>
      </div>
      {track.error && <p className="drawer-note">{t('noTrack', { reason: track.error.message })}</p>}
    </>
  )
}
