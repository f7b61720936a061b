import { VehicleFunction } from '@huanwei/contract/dictionaries/codes'
import { ObjectType } from '@huanwei/contract/objects'
import {
  addVehicle,
  changeVehicle,
  getVehicle,
  listVehicles,
  removeVehicle,
  type Vehicle,
} from '@huanwei/contract/vehicles/endpoints'
import { useTranslation } from 'react-i18next'
import { useAct, useSend } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { AssetWays } from '../assets/AssetWays.tsx'
import { BoundTerminal } from '../assets/BoundTerminal.tsx'
import { OnlineTag } from '../assets/OnlineTag.tsx'
import { useDocuments } from '../documents/use-documents.tsx'
import { SetupWay } from './SetupWay.tsx'
import { CameraFields, VehicleFields } from './VehicleFields.tsx'

type Props = {
  id: number | 'new'
  /** Department of a new one. */
  deptId?: number | undefined
  onClose: () => void
  onHandled: () => void
  onAdded?: (vehicle: Vehicle) => void
}

export const shownVehicles = [listVehicles, getVehicle]

const empty = {
  plateNumber: '',
  /** Yellow, as of lorries. */
  plateColour: 2,
  name: '',
  vehicleFunction: VehicleFunction.cleaning,
  driverName: '',
  driverPhone: '',
  vin: '',
  vehicleCamera: 0,
  channelNames: [],
  hideChannel: [],
  videoDeviceId: '',
  intercomAccount: '',
  remark: '',
}

type Cameras = Pick<Vehicle, 'vehicleCamera' | 'channelNames' | 'hideChannel'>
/** Without what was entered for cameras that it does not have. */
const withoutSpare = <V extends Cameras>(values: V): V => ({
  ...values,
  channelNames: values.channelNames.slice(0, values.vehicleCamera),
  hideChannel: values.hideChannel.filter((channel) => channel <= values.vehicleCamera),
})

/** One vehicle: what is registered of it, its terminal, and the ways to what is known of it. */
export function VehicleDrawer({ id, deptId, onClose, onHandled, onAdded }: Props) {
  const { t } = useTranslation('vehicles')
  const isNew = id === 'new'
  const asked = useRecord(getVehicle, isNew ? undefined : { id })
  const may = useMay(isNew ? 'admin_vehicle_add' : 'admin_vehicle_edit')
  const add = useSend(addVehicle, shownVehicles)
  const change = useSend(changeVehicle, shownVehicles)
  const mayRemove = useMay('admin_vehicle_del')
  const remove = useAct(removeVehicle, [listVehicles], onHandled)
  const vehicle = asked.data

  const documents = useDocuments({ objectType: ObjectType.vehicle, id: isNew ? 0 : id }, may)

  return (
    <>
      <FormDrawer
        title={isNew ? t('add') : (vehicle?.plateNumber ?? t('detail'))}
        state={vehicle && vehicle.terminalNo !== null && <OnlineTag online={vehicle.online} />}
        fields={isNew ? addVehicle.input : changeVehicle.input}
        start={isNew ? { ...empty, ...(deptId && { deptId }) } : vehicle}
        error={asked.error}
        onReload={() => asked.refetch()}
        mayEdit={may}
        onSend={async (values) => {
          const entered = withoutSpare(values)
          if ('id' in entered) await change(entered)
          else {
            const added = await add(entered)
            onAdded?.(added)
          }
          onClose()
        }}
        onClose={onClose}
        actions={(updateTime) =>
          vehicle &&
          mayRemove && (
            <RemoveButton
              question={{ title: t('removeTitle'), content: t('removeHint', { name: vehicle.plateNumber }) }}
              onRemove={() => remove({ id: vehicle.id, updateTime })}
            />
          )
        }
      >
        {({ vehicleCamera }) => (
          <>
            {vehicle && <AssetWays objectType={ObjectType.vehicle} id={vehicle.id} terminal={vehicle} />}
            {vehicle && vehicle.terminalNo === null && (
              <p className="asset-terminal">
                <SetupWay id={vehicle.id} />
              </p>
            )}
            {vehicle && <BoundTerminal label={t('terminal')} none={t('noTerminal')} terminal={vehicle} />}
            <VehicleFields />
            <CameraFields count={Number(vehicleCamera) || 0} />
            {vehicle && documents.part}
          </>
        )}
      </FormDrawer>
      {documents.drawer}
    </>
  )
}
