import { ObjectType } from '@huanwei/contract/objects'
import { addTerminal, listTerminals, sensorProtocols } from '@huanwei/contract/terminals/endpoints'
import { getVehicle, listVehicles } from '@huanwei/contract/vehicles/endpoints'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../lib/send.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { BoundSelect } from './BoundSelect.tsx'
import { useObjectTypes } from './object-types.ts'

type Props = {
  /** A vehicle that it is to be installed on. */
  vehicleId?: number | undefined
  onClose: () => void
}

/** Enters a terminal by its number before it is installed, with what it is to be installed on. */
export function AddTerminalDrawer({ vehicleId, onClose }: Props) {
  const { t } = useTranslation('terminals')
  const add = useSend(addTerminal, [listTerminals, listVehicles, getVehicle])
  const objectTypes = useObjectTypes()
  const protocols = sensorProtocols.map((value) => ({ value, label: t(`protocols.${value}`) }))
  return (
    <FormDrawer
      title={t('add')}
      fields={addTerminal.input}
      start={{ terminalNo: '', objectType: ObjectType.vehicle, ...(vehicleId && { objectId: vehicleId }) }}
      onSend={async (values) => {
        await add(values)
        onClose()
      }}
      onClose={onClose}
    >
      {({ objectType = ObjectType.vehicle }, form) => (
        <>
          <Form.Item name="terminalNo" label={t('number')} extra={t('numberHint')} required>
            <Input maxLength={20} inputMode="numeric" />
          </Form.Item>
          <Form.Item name="protocol" label={t('protocol')}>
            <Select allowClear placeholder={t('registersItself')} options={protocols} />
          </Form.Item>
          <Form.Item name="objectType" label={t('objectType')} required>
            <Select options={objectTypes} onChange={() => form.setFieldValue('objectId', undefined)} />
          </Form.Item>
          <Form.Item name="objectId" label={t('object')} required>
            <BoundSelect key={objectType} objectType={objectType} label={t('object')} />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}
