import { CameraOutlined, MutedOutlined, ReloadOutlined, SoundOutlined } from '@ant-design/icons'
import { PictureState } from '@huanwei/contract/video/codes'
import { Button } from 'antd'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { parseTime } from '../lib/time.ts'
import type { Told } from './picture.ts'
import { saveSnapshot } from './snapshot.ts'
import type { SoundSwitch } from './use-sound.ts'
import './picture.css'

type Props = {
  video: RefObject<HTMLVideoElement | null>
  /** What is known of the picture; undefined while nobody asked for it. */
  told: Told | undefined
  /** Whose picture it is, for those who do not see it. */
  label: string
  sound: SoundSwitch
  /** Said while nobody asked for it. */
  idle?: string
  /** Asks again for what the browser could not play. */
  onAgain?: () => void
}

/** A picture, and in words why it does not move. */
export function PictureFrame({ video, told, label, sound, idle, onAgain }: Props) {
  const { t } = useTranslation('video')
  const isPlaying = told?.state === PictureState.playing
  const notes = isPlaying ? notesOf(told, sound, t) : []
  return (
    <figure className="picture" data-state={told?.state ?? 'idle'}>
      <video ref={video} muted playsInline aria-label={label} />
      <p className="picture-said" role="status">
        {told ? !isPlaying && wordsOf(told, t) : idle}
      </p>
      {notes.length > 0 && (
        <p className="picture-note" role="status">
          {notes.join(' · ')}
        </p>
      )}
      {onAgain && told?.state === PictureState.cannotPlay && (
        <Button
          className="picture-again"
          type="text"
          size="small"
          icon={<ReloadOutlined aria-hidden />}
          title={t('action.retry')}
          aria-label={t('againOf', { label })}
          onClick={onAgain}
        />
      )}
      {(isPlaying || told?.state === PictureState.paused) && (
        <Button
          className="picture-snapshot"
          type="text"
          size="small"
          icon={<CameraOutlined aria-hidden />}
          title={t('snapshot')}
          aria-label={t('snapshotOf', { label })}
          onClick={() => video.current && saveSnapshot(video.current, label, told.time ? parseTime(told.time) : Date.now())}
        />
      )}
      {isPlaying && (told.hasSound || sound.isHeard) && (
        <Button
          className="picture-sound"
          type="text"
          size="small"
          icon={sound.isHeard ? <SoundOutlined aria-hidden /> : <MutedOutlined aria-hidden />}
          title={t('sound')}
          aria-label={t('soundOf', { label })}
          aria-pressed={sound.isHeard}
          onClick={sound.toggle}
        />
      )}
      {isPlaying && told.kbps !== undefined && <span className="picture-rate">{t('rate', { n: told.kbps })}</span>}
    </figure>
  )
}

/** What is said over a picture that plays. */
function notesOf(told: Told, sound: SoundSwitch, t: Words): string[] {
  const unheard = told.unheard ?? sound.unheard
  return [
    ...(told.unswitched ? [t(`unswitched.${told.unswitched}`, { stream: t(`stream.${told.stream ?? 'sub'}`) })] : []),
    ...(sound.isHeard && unheard ? [t('unheard', { codec: unheard })] : []),
  ]
}

type Words = ReturnType<typeof useTranslation<'video'>>['t']

const wordsOf = ({ state, reason, code, words, age = 0 }: Told, t: Words) =>
  words ??
  (code && t(`result.${code}`)) ??
  (state === PictureState.ended && reason ? t(`end.${reason}`) : t(`state.${state}`, { n: Math.round(age) }))
