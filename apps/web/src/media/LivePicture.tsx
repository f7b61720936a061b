import { CameraOutlined } from '@ant-design/icons'
import { PictureState } from '@huanwei/contract/video/codes'
import { Button } from 'antd'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type LiveChannel, showPicture, type Told } from './picture.ts'
import { saveSnapshot } from './snapshot.ts'
import './picture.css'

type Props = LiveChannel & {
  /** Whose picture it is, for those who do not see it. */
  label: string
}

const connecting: Told = { state: PictureState.connecting }

/** The live picture of a camera, and in words why there is none. Nothing is asked for while the window is hidden. */
export function LivePicture({ vehicleId, channel, stream, label }: Props) {
  const { t } = useTranslation('video')
  const video = useRef<HTMLVideoElement>(null)
  const isSeen = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const [told, setTold] = useState(connecting)
  useEffect(() => {
    const element = video.current
    if (!element || !isSeen) return
    setTold(connecting)
    return showPicture(element, { vehicleId, channel, stream }, setTold)
  }, [vehicleId, channel, stream, isSeen])
  const isPlaying = told.state === PictureState.playing
  return (
    <figure className="picture" data-state={told.state}>
      <video ref={video} muted playsInline aria-label={label} />
      <p className="picture-said" role="status">
        {!isPlaying && wordsOf(told, t)}
      </p>
      {isPlaying && (
        <Button
          className="picture-snapshot"
          type="text"
          size="small"
          icon={<CameraOutlined aria-hidden />}
          title={t('snapshot')}
          aria-label={t('snapshotOf', { label })}
          onClick={() => video.current && saveSnapshot(video.current, label)}
        />
      )}
      {isPlaying && told.kbps !== undefined && <span className="picture-rate">{t('rate', { n: told.kbps })}</span>}
    </figure>
  )
}

const wordsOf = ({ state, reason, words, age = 0 }: Told, t: ReturnType<typeof useTranslation<'video'>>['t']) =>
  words ?? (state === PictureState.ended && reason ? t(`end.${reason}`) : t(`state.${state}`, { n: Math.round(age) }))

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
