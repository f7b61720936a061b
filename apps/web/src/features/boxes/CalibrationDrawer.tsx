import { addCalibration, getBox } from '@huanwei/contract/boxes/endpoints'
import { Metric, metrics } from '@huanwei/contract/readings/codes'
import { mayCalibrate } from '@huanwei/contract/readings/rules'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { MomentPicker } from '../../ui/form/MomentPicker.tsx'
import { CalibrationList } from './CalibrationList.tsx'
import { calibrated } from './calibrated.ts'

/** The calibrations of a box, and a form for one more. */
export function CalibrationDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('boxes')
  const mayEdit = useMay('admin_box_edit')
  const box = useRecord(getBox, { id })
  const add = useSend(addCalibration, calibrated)
  const { updateTime } = box.data ?? {}
  return (
    <FormDrawer
      title={box.data ? `${t('calibrations')} · ${box.data.name}` : t('calibrations')}
      fields={addCalibration.input}
      start={box.data && { boxId: id, metric: Metric.ammonia, channel: 0, factor: 1, offset: 0, remark: '', updateTime }}
      error={box.error}
      onReload={() => box.refetch()}
      mayEdit={mayEdit}
      onSend={async (values) => {
        await add(values)
        onClose()
      }}
      onClose={onClose}
      confirmLabel={t('calibrate')}
    >
      {({ metric }) => (
        <>
          <p className="drawer-note">{t('calibrationsHint')}</p>
          <CalibrationList boxId={id} />
          {mayEdit && <CalibrationFields metric={metric} />}
        </>
      )}
    </FormDrawer>
  )
}

function CalibrationFields({ metric }: { metric: Metric | undefined }) {
  const { t } = useTranslation(['boxes', 'readings'])
  const full = { width: '100%' }
  return (
    <>
      <div className="form-columns">
        <Form.Item name="metric" label={t('metric')} required>
          <Select
            options={Object.values(Metric)
              .filter(mayCalibrate)
              .map((value) => ({ value, label: t(`readings:metrics.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="channel" label={t('channel')} extra={t('channelHint')}>
          <InputNumber min={0} max={999} precision={0} style={full} />
        </Form.Item>
        <Form.Item name="factor" label={t('factor')} required>
          <InputNumber min={0.001} max={1000} style={full} />
        </Form.Item>
        <Form.Item name="offset" label={t('offset')} required>
          <InputNumber min={-1e6} max={1e6} suffix={metric && metrics[metric].unit} style={full} />
        </Form.Item>
      </div>
      <Form.Item name="startTime" label={t('startTime')} extra={t('startHint')}>
        <MomentPicker />
      </Form.Item>
      <Form.Item name="remark" label={t('remark')}>
        <Input.TextArea maxLength={200} rows={2} />
      </Form.Item>
    </>
  )
}
