import { CheckCircleOutlined, PauseCircleOutlined, VideoCameraOutlined } from '@ant-design/icons'
import type { RecordingSchedule } from '@huanwei/contract/recordings/endpoints'
import { useTranslation } from 'react-i18next'
import { ListTag } from '../../ui/list/ListTag.tsx'

/** Says whether a schedule records. */
export function ScheduleState({ schedule }: { schedule: Pick<RecordingSchedule, 'isStopped' | 'running'> }) {
  const { t } = useTranslation('recordings')
  const { isStopped, running } = schedule
  if (running) return <ListTag tone="good" icon={<VideoCameraOutlined />} text={t('state.recording', { n: running })} />
  if (isStopped) return <ListTag tone="warn" icon={<PauseCircleOutlined />} text={t('state.off')} />
  return <ListTag tone="good" icon={<CheckCircleOutlined />} text={t('state.idle')} />
}
