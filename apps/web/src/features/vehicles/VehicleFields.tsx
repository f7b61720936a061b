import { plateColours } from '@huanwei/contract/vehicles/codes'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { DictionarySelect } from '../dictionaries/DictionarySelect.tsx'
import '../assets/assets.css'

/** What is registered of a vehicle but for its cameras. */
export function VehicleFields() {
  const { t } = useTranslation(['vehicles', 'terminals'])
  return (
    <>
      <div className="form-columns">
        <Form.Item name="plateNumber" label={t('plateNumber')} required>
          <Input maxLength={20} />
        </Form.Item>
        <Form.Item name="plateColour" label={t('plateColour')}>
          <Select<number> options={plateColours.map((value) => ({ value, label: t(`terminals:plateColours.${value}`) }))} />
        </Form.Item>
        <Form.Item name="deptId" label={t('department')} required>
          <DepartmentSelect label={t('department')} />
        </Form.Item>
        <Form.Item name="name" label={t('name')}>
          <Input maxLength={50} placeholder={t('nameHint')} />
        </Form.Item>
        <Form.Item name="vehicleType" label={t('type')} required>
          <DictionarySelect type="vehicle_type" label={t('type')} />
        </Form.Item>
        <Form.Item name="vehicleFunction" label={t('function')}>
          <DictionarySelect type="vehicle_function" label={t('function')} />
        </Form.Item>
        <Form.Item name="driverName" label={t('driver')}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="driverPhone" label={t('driverPhone')}>
          <Input maxLength={20} inputMode="tel" />
        </Form.Item>
        <Form.Item name="vin" label={t('vin')}>
          <Input maxLength={32} />
        </Form.Item>
        <Form.Item name="intercomAccount" label={t('intercomAccount')}>
          <Input maxLength={64} autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} rows={2} />
      </Form.Item>
    </>
  )
}

/** Its cameras: how many, what they are called, and which are shown to nobody. */
export function CameraFields({ count }: { count: number }) {
  const { t } = useTranslation('vehicles')
  const channels = Array.from({ length: count }, (_, i) => i + 1)
  return (
    <>
      <div className="form-columns">
        <Form.Item name="vehicleCamera" label={t('cameras')}>
          <InputNumber min={0} max={32} precision={0} />
        </Form.Item>
        <Form.Item name="videoDeviceId" label={t('videoTerminal')} extra={t('videoTerminalHint')}>
          <Input maxLength={20} inputMode="numeric" />
        </Form.Item>
      </div>
      <Form.Item name="channelNames" hidden={count === 0}>
        <ChannelNames channels={channels} />
      </Form.Item>
      <Form.Item name="hideChannel" label={t('hiddenChannels')} extra={t('hiddenChannelsHint')} hidden={count === 0}>
        <Select<number[]> mode="multiple" options={channels.map((value) => ({ value, label: `CH${value}` }))} />
      </Form.Item>
    </>
  )
}

type NamesProps = { channels: readonly number[]; value?: string[]; onChange?: (names: string[]) => void }

/** A name for each channel; one without a name is called by its number. In a form, `Form.Item` gives the rest. */
function ChannelNames({ channels, value = [], onChange }: NamesProps) {
  const { t } = useTranslation('vehicles')
  const rename = (channel: number, name: string) =>
    onChange?.(channels.map((one) => (one === channel ? name : (value[one - 1] ?? ''))))
  return (
    <div className="asset-channels">
      {channels.map((channel) => (
        <Input
          key={channel}
          aria-label={t('channelName', { n: channel })}
          prefix={`CH${channel}`}
          maxLength={30}
          value={value[channel - 1] ?? ''}
          onChange={({ target }) => rename(channel, target.value)}
        />
      ))}
    </div>
  )
}
