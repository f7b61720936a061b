import { getVehicleData } from '@huanwei/contract/trees/endpoints'
import type { ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../../lib/api.ts'
import { VehiclePictures } from '../../../media/VehiclePictures.tsx'
import { useMenuPages } from '../../../shell/menu/menu-pages.ts'
import { DrawerPart } from '../../../ui/drawer/DrawerFrame.tsx'

const playback = '/monitor/playback/index'

type Props = { violation: Pick<ViolationDetail, 'objectId' | 'createTime'> }

/** What the cameras of a violation's vehicle show now, and the way to what they recorded then; nothing where it has none. */
export function ViolationVideo({ violation: { objectId, createTime } }: Props) {
  const { t } = useTranslation('violations')
  const hasPlayback = useMenuPages(null)?.has(playback)
  const { data } = useQuery(query(getVehicleData, { ids: [objectId] }))
  const vehicle = data?.[0]
  if (!vehicle?.terminalPassageways.length) return null
  const then = new URLSearchParams({ vehicle: String(objectId), day: createTime.slice(0, 10), at: createTime })
  return (
    <DrawerPart title={t('cameras')}>
      <VehiclePictures vehicleId={objectId} plate={vehicle.plateNumber} channels={vehicle.terminalPassageways} />
      {hasPlayback && <Link to={`${playback}?${then}`}>{t('playThen')}</Link>}
    </DrawerPart>
  )
}
