import type { Status } from '@huanwei/contract/live/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { getVehicleData } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { VehiclePictures } from '../../media/VehiclePictures.tsx'
import { NamedPhone } from '../../ui/drawer/Phone.tsx'
import { CardFacts, FactsNotice, factsEveryMs, Movement } from './card-parts.tsx'
import { VehicleCommands } from './VehicleCommands.tsx'

/** Card of a vehicle: movement, facts, and commands to its terminal. */
export function VehicleCard({ id, status }: { id: number; status: Status }) {
  const { t } = useTranslation('live')
  const mayCommand = useMay('admin_device_command')
  const maySee = useMay('video_view')
  const facts = useQuery({ ...query(getVehicleData, { ids: [id] }), refetchInterval: factsEveryMs })
  const vehicle = facts.data?.[0]
  return (
    <>
      <Movement target={{ objectType: ObjectType.vehicle, id }} status={status} />
      {vehicle && (
        <CardFacts
          rows={[
            ['name', vehicle.name],
            ['type', vehicle.vehicleTypeName],
            ['department', vehicle.deptName],
            ['driver', <NamedPhone key="driver" name={vehicle.driverName} number={vehicle.driverPhone} />],
            ['position', vehicle.position],
            ['terminal', vehicle.terminalNo ?? t('card.noTerminal')],
          ]}
        />
      )}
      <FactsNotice facts={facts} />
      {maySee && vehicle && (
        <VehiclePictures key={id} vehicleId={id} plate={vehicle.plateNumber} channels={vehicle.terminalPassageways} />
      )}
      {mayCommand && vehicle && <VehicleCommands deviceId={vehicle.deviceId} plate={vehicle.plateNumber} />}
    </>
  )
}
