import { WasteType } from '@huanwei/contract/cans/codes'
import { addCan, type Can, changeCan, getCan, pageCans, removeCan } from '@huanwei/contract/cans/endpoints'
import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { listOverflow } from '@huanwei/contract/trees/endpoints'
import { Form, InputNumber, Select } from 'antd'
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
import { WorkStrip } from '../cleaning/causes/WorkStrip.tsx'
import { useDocuments } from '../documents/use-documents.tsx'

type Props = { id: number | 'new'; onClose: () => void; onHandled: () => void }

export const shownCans = [pageCans, getCan, listOverflow]

const added = addCan.input.omit(withoutPlace).extend(placeField)
const changed = changeCan.input.omit(withoutPlace).extend(placeField)
const empty = { name: '', address: '', remark: '', intercomAccount: '', capacity: null, wasteType: null }

/** One garbage can: what is registered of it, where it is, and how full. */
export function CanDrawer({ id, onClose, onHandled }: Props) {
  const { t } = useTranslation('cans')
  const isNew = id === 'new'
  const asked = useRecord(getCan, isNew ? undefined : { id })
  const may = useMay(isNew ? 'admin_garbagecan_add' : 'admin_garbagecan_edit')
  const save = useSave(addCan, changeCan, shownCans, onClose)
  const can = asked.data && withPlace(asked.data)
  const words = { name: t('name'), department: t('department'), address: t('address'), remark: t('remark') }

  const documents = useDocuments({ objectType: ObjectType.facility, id: isNew ? 0 : id }, may)

  return (
    <>
      <FormDrawer
        title={isNew ? t('add') : (can?.name ?? t('detail'))}
        state={can && can.terminalNo !== null && <OnlineTag online={can.online} />}
        fields={isNew ? added : changed}
        start={isNew ? empty : can}
        error={asked.error}
        onReload={() => asked.refetch()}
        mayEdit={may}
        onSend={({ place, wasteType, ...values }) => save({ ...values, ...place, wasteType: wasteType ?? null })}
        onClose={onClose}
        actions={(updateTime) => can && <RemoveCan can={can} updateTime={updateTime} onRemoved={onHandled} />}
      >
        {can && (
          <>
            <AssetWays objectType={ObjectType.facility} id={can.id} terminal={can} />
            <BoundTerminal label={t('sensor')} none={t('noSensor')} terminal={can} />
            <StickerWay id={can.id} />
            {can.deviceId !== null && <SensorReadings id={can.id} />}
            <WorkStrip kind={CauseKind.can} id={can.id} />
          </>
        )}
        <PlaceFields words={words}>
          <WasteItem />
          <Form.Item name="capacity" label={t('capacity')}>
            <InputNumber min={1} max={100_000} precision={0} suffix={t('litres')} style={{ width: '100%' }} />
          </Form.Item>
        </PlaceFields>
        {can && documents.part}
      </FormDrawer>
      {documents.drawer}
    </>
  )
}

function WasteItem() {
  const { t } = useTranslation(['cans', 'live'])
  return (
    <Form.Item name="wasteType" label={t('waste')}>
      <Select<WasteType>
        allowClear
        options={Object.values(WasteType).map((value) => ({ value, label: t(`live:waste.${value}`) }))}
      />
    </Form.Item>
  )
}

type RemoveProps = { can: Pick<Can, 'id' | 'name' | 'updateTime'>; updateTime: string | undefined; onRemoved: () => void }

function RemoveCan({ can: { id, name }, updateTime, onRemoved }: RemoveProps) {
  const { t } = useTranslation('cans')
  const mayRemove = useMay('admin_garbagecan_del')
  const remove = useAct(removeCan, [pageCans, listOverflow], onRemoved)
  if (!mayRemove) return null
  return (
    <RemoveButton
      question={{ title: t('removeTitle'), content: t('removeHint', { name }) }}
      onRemove={() => remove({ id, updateTime })}
    />
  )
}
