import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PictureFrame } from '../../media/PictureFrame.tsx'
import { recordedStretches } from './stretches.ts'
import { useCompanion } from './use-companion.ts'
import type { usePlayer } from './use-player.ts'
import { useRecordings } from './use-recordings.ts'

type Props = {
  vehicleId: number
  channel: number
  /** Whose picture it is, for those who do not see it. */
  label: string
  day: string
  leader: ReturnType<typeof usePlayer>
  /** Until when is played, epoch ms. */
  end: number
}

/** The picture of another channel, in step with the one that is played, where that channel was recorded too. */
export function CompanionPicture({ vehicleId, channel, label, day, leader, end }: Props) {
  const { t } = useTranslation('playback')
  const { data, isFetching } = useRecordings(vehicleId, channel, day)
  const stretches = useMemo(() => {
    if (isFetching) return []
    // Of a terminal that does not tell what it has, it is tried.
    return data?.outcome === 'confirmed' ? recordedStretches(data.records) : [{ from: 0, to: end }]
  }, [data, isFetching, end])
  const { video, told, sound } = useCompanion({ vehicleId, channel }, leader, stretches)
  const idle = t(isFetching ? 'asking' : leader.isOn ? 'also.nothing' : 'idle')
  return <PictureFrame video={video} told={told} label={label} sound={sound} idle={idle} />
}
