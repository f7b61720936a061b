import { VideoCameraAddOutlined } from '@ant-design/icons'
import type { PictureStream } from '@huanwei/contract/video/codes'
import { listServerRecordings, startRecording, stopRecording } from '@huanwei/contract/video/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { call, query } from '../../lib/api.ts'
import { showFailure } from '../../lib/failure.ts'
import { notify } from '../../lib/notices.ts'
import { useTick } from '../../lib/tick.ts'
import { parseTime } from '../../lib/time.ts'

/** How often the page asks what is being recorded, ms: others record too, and every recording ends. */
const askMs = 5000
/** All tiles ask together. */
const running = query(listServerRecordings, { running: 'true', size: 200 })

type Props = {
  vehicleId: number
  channel: number
  stream: PictureStream
  /** Whose picture it is. */
  label: string
}

/** Records the picture of a tile on the server, and shows for how long it has been. */
export function RecordButton({ vehicleId, channel, stream, label }: Props) {
  const { t } = useTranslation('video')
  const queries = useQueryClient()
  const all = useQuery({ ...running, refetchInterval: askMs })
  // One by a schedule is in nobody's way.
  const ofTile =
    all.data?.records.filter((one) => one.vehicleId === vehicleId && one.channel === channel && one.cause !== 'schedule') ?? []
  const recording = ofTile.find(({ isOwn }) => isOwn) ?? ofTile[0]
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      if (!recording) return void (await call(startRecording, { vehicleId, channel, stream }))
      const kept = await call(stopRecording, { id: recording.id })
      notify(
        kept ? { kind: 'success', text: t('record.kept', { label }) } : { kind: 'warning', text: t('record.empty', { label }) },
      )
    },
    onError: showFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: [listServerRecordings.path] }),
  })
  if (!recording)
    return (
      <Button
        type="text"
        size="small"
        icon={<VideoCameraAddOutlined aria-hidden />}
        title={t('record')}
        aria-label={t('record.of', { label })}
        loading={isPending}
        onClick={() => mutate()}
      />
    )
  const hint = recording.isOwn
    ? t('record.stop', { label })
    : t(recording.cause === 'alarm' ? 'record.byAlarm' : 'record.byOther', { label, name: recording.createBy })
  return (
    <Button
      className="wall-recording"
      type="text"
      size="small"
      disabled={!recording.isOwn}
      title={hint}
      aria-pressed
      loading={isPending}
      onClick={() => mutate()}
    >
      <span className="visually-hidden">{hint}</span> <i aria-hidden /> <Elapsed since={parseTime(recording.startTime)} />
    </Button>
  )
}

/** Minutes and seconds since a moment, epoch ms. */
function Elapsed({ since }: { since: number }) {
  const seconds = Math.max(0, Math.floor((useTick() - since) / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  return (
    <span>
      {two(Math.floor(seconds / 60))}:{two(seconds % 60)}
    </span>
  )
}
