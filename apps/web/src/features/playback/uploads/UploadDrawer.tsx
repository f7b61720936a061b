import { uploadNetworks } from '@huanwei/contract/video/codes'
import { listRecordings, listUploads, startUpload } from '@huanwei/contract/video/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../../lib/api.ts'
import { useSend } from '../../../lib/send.ts'
import { dayRange, formatTime, parseTime } from '../../../lib/time.ts'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { MomentPicker } from '../../../ui/form/MomentPicker.tsx'
import { recordedStretches, sizeWithin } from '../stretches.ts'

type Props = {
  vehicleId: number
  channel: number
  /** Whose recordings they are. */
  label: string
  /** The span that the form begins with, epoch ms. */
  span: { from: number; to: number }
  onClose: () => void
}

/** Asks the terminal to upload a span of what it has recorded. */
export function UploadDrawer({ vehicleId, channel, label, span, onClose }: Props) {
  const { t, i18n } = useTranslation('playback')
  const send = useSend(startUpload, [listUploads])
  const [start] = useState({
    vehicleId,
    channel,
    startTime: formatTime(span.from),
    endTime: formatTime(span.to),
    networks: [...uploadNetworks],
  })
  const megabytes = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  const day = start.startTime.slice(0, 10)
  // What the page has asked the terminal already; it is not asked again for this.
  const { data } = useQuery({ ...query(listRecordings, { vehicleId, channel, ...dayRange(day, day) }), enabled: false })
  const stretches = recordedStretches(data?.records ?? [])
  return (
    <FormDrawer
      title={t('upload.of', { label })}
      fields={startUpload.input}
      start={start}
      onSend={async (values) => {
        await send(values)
        onClose()
      }}
      onClose={onClose}
      confirmLabel={t('upload.start')}
    >
      {({ startTime = '', endTime = '' }) => {
        const size = sizeWithin(stretches, { from: parseTime(startTime), to: parseTime(endTime) })
        return (
          <>
            <Form.Item name="startTime" label={t('upload.from')} required>
              <MomentPicker />
            </Form.Item>
            <Form.Item
              name="endTime"
              label={t('upload.to')}
              extra={size > 0 && t('upload.expected', { size: megabytes.format(size / 1_000_000) })}
              required
            >
              <MomentPicker />
            </Form.Item>
            <Form.Item name="networks" label={t('upload.networks')} extra={t('upload.networksHint')}>
              <Checkbox.Group options={uploadNetworks.map((value) => ({ value, label: t(`upload.network.${value}`) }))} />
            </Form.Item>
          </>
        )
      }}
    </FormDrawer>
  )
}
