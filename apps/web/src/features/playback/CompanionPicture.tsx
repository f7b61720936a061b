import { useTranslation } from 'react-i18next'
import { PictureFrame } from '../../media/PictureFrame.tsx'
import { useCompanion } from './use-companion.ts'
import type { usePlayer } from './use-player.ts'

type Props = {
  vehicleId: number
  channel: number
  /** Whose picture it is, for those who do not see it. */
  label: string
  leader: ReturnType<typeof usePlayer>
  /** Until when is played, epoch ms. */
  end: number
}

/** The picture of another channel, in step with the one that is played. */
export function CompanionPicture({ vehicleId, channel, label, leader, end }: Props) {
  const { t } = useTranslation('playback')
  const { video, told, sound } = useCompanion({ vehicleId, channel }, leader, end)
  return <PictureFrame video={video} told={told} label={label} sound={sound} idle={t('idle')} />
}
