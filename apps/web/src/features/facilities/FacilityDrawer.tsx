import {
  addFacility,
  changeFacility,
  type Facility,
  getFacility,
  getKnownFacilities,
  pageFacilities,
  removeFacility,
} from '@huanwei/contract/facilities/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useSave } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { AssetWays } from '../assets/AssetWays.tsx'
import { BoundTerminal } from '../assets/BoundTerminal.tsx'
import { OnlineTag } from '../assets/OnlineTag.tsx'
import { PlaceFields } from '../assets/PlaceFields.tsx'
import { placeField, withoutPlace, withPlace } from '../assets/place-form.ts'
import { SensorReadings } from '../assets/SensorReadings.tsx'
import { StickerWay } from '../assets/StickerWay.tsx'
import { useDocuments } from '../documents/use-documents.tsx'
import { PhotosField } from '../files/PhotosField.tsx'
import { FacilityFacts } from './FacilityFacts.tsx'
import { FacilityTypeSelect } from './FacilityTypeSelect.tsx'

type Props = { id: number | 'new'; onClose: () => void; onHandled: () => void }

export const shownFacilities = [pageFacilities, getFacility, getKnownFacilities]

const added = addFacility.input.omit(withoutPlace).extend(placeField)
const changed = changeFacility.input.omit(withoutPlace).extend(placeField)
const unsaid = {
  toiletKind: null,
  facilityClass: null,
  builtYear: null,
  floorArea: null,
  cubiclesMen: null,
  cubiclesWomen: null,
  cubiclesShared: null,
}
const empty = {
  name: '',
  address: '',
  remark: '',
  intercomAccount: '',
  openingHours: '',
  managerName: '',
  equipment: '',
  photos: '',
  ...unsaid,
}

/** One facility: what is registered of it, where it is, and what its sensor says. */
export function FacilityDrawer({ id, onClose, onHandled }: Props) {
  const { t } = useTranslation(['facilities', 'shell'])
  const isNew = id === 'new'
  const asked = useRecord(getFacility, isNew ? undefined : { id })
  const may = useMay(isNew ? 'admin_facility_add' : 'admin_facility_edit')
  const save = useSave(addFacility, changeFacility, shownFacilities, onClose)
  const facility = asked.data && withPlace(asked.data)
  const words = { name: t('name'), department: t('department'), address: t('address'), remark: t('remark') }

  const documents = useDocuments({ objectType: ObjectType.facility, id: isNew ? 0 : id }, may)

  return (
    <>
      <FormDrawer
        title={isNew ? t('add') : (facility?.name ?? t('detail'))}
        state={facility && facility.terminalNo !== null && <OnlineTag online={facility.online} />}
        fields={isNew ? added : changed}
        start={isNew ? empty : facility}
        error={asked.error}
        onReload={() => asked.refetch()}
        mayEdit={may}
        onSend={({ place, photos, toiletKind, facilityClass, ...values }) =>
          save({
            ...values,
            ...place,
            photos: (photos ?? []).join(),
            toiletKind: toiletKind ?? null,
            facilityClass: facilityClass ?? null,
          })
        }
        onClose={onClose}
        actions={(updateTime) => facility && <RemoveFacility facility={facility} updateTime={updateTime} onRemoved={onHandled} />}
      >
        {({ facilityType }) => (
          <>
            {facility && (
              <>
                <AssetWays objectType={ObjectType.facility} id={facility.id} terminal={facility} />
                <BoundTerminal label={t('sensor')} none={t('noSensor')} terminal={facility} />
                <StickerWay id={facility.id} />
                {facility.deviceId !== null && <SensorReadings id={facility.id} />}
              </>
            )}
            <PlaceFields words={words}>
              <Form.Item name="facilityType" label={t('type')} required>
                <FacilityTypeSelect label={t('type')} />
              </Form.Item>
            </PlaceFields>
            <FacilityFacts facilityType={facilityType} />
            <Form.Item name="photos" label={t('photos')}>
              <PhotosField label={t('photos')} isOff={!may} isOrdered />
            </Form.Item>
            {facility && documents.part}
          </>
        )}
      </FormDrawer>
      {documents.drawer}
    </>
  )
}

type RemoveProps = {
  facility: Pick<Facility, 'id' | 'name' | 'updateTime'>
  updateTime: string | undefined
  onRemoved: () => void
}

function RemoveFacility({ facility: { id, name }, updateTime, onRemoved }: RemoveProps) {
  const { t } = useTranslation('facilities')
  const mayRemove = useMay('admin_facility_del')
  const remove = useAct(removeFacility, [pageFacilities, getKnownFacilities], onRemoved)
  if (!mayRemove) return null
  return (
    <RemoveButton
      question={{ title: t('removeTitle'), content: t('removeHint', { name }) }}
      onRemove={() => remove({ id, updateTime })}
    />
  )
}
