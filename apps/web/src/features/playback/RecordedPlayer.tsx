import { BackwardOutlined, CaretRightOutlined, CloudUploadOutlined, ForwardOutlined, PauseOutlined } from '@ant-design/icons'
import { PictureState, playbackSpeeds } from '@huanwei/contract/video/codes'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime, lastingText, parseTime } from '../../lib/time.ts'
import { PictureFrame } from '../../media/PictureFrame.tsx'
import { ListEmpty } from '../../ui/list/ListNotice.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { CompanionPicture } from './CompanionPicture.tsx'
import { DayBar } from './DayBar.tsx'
import { playableFrom, type Stretch, spanAround } from './stretches.ts'
import { usePlayer } from './use-player.ts'

/** Seconds that the buttons jump by. */
const jump = 30

type Props = {
  vehicleId: number
  channel: number
  /** Whose picture it is, for those who do not see it. */
  label: string
  /** Other channels that are played in step with it. */
  also: readonly { channel: number; label: string }[]
  day: string
  stretches: readonly Stretch[]
  /** The moment of the address, epoch ms. */
  from: number | undefined
  onAt: (at: number) => void
  /** Stands beside the clock; gets the moment shown, epoch ms. */
  aside: (at: number | undefined) => ReactNode
  /** Stands beside the pictures. */
  beside: (at: number | undefined) => ReactNode
  /** Stands in the bar of the day. */
  lane: ReactNode
  /** Has a span uploaded, epoch ms; absent for who may not. */
  onUpload: ((span: { from: number; to: number }) => void) | undefined
}

/** The recordings of one camera on one day: the picture, what plays it, the bar of the day and the list of what there is. */
export function RecordedPlayer({
  vehicleId,
  channel,
  label,
  also,
  day,
  stretches,
  from,
  onAt,
  aside,
  beside,
  lane,
  onUpload,
}: Props) {
  const { t } = useTranslation(['playback', 'video'])
  const last = stretches.at(-1)
  const player = usePlayer({ vehicleId, channel }, last?.to ?? 0)
  const { told, at, refused } = player
  const shown = at ?? from
  if (!last) return <ListEmpty title={t('none')} hint={t('noneHint')} />
  function go(to: number) {
    onAt(to)
    void player.go(to)
  }
  /** Where the play button begins: at the moment of the address, else with the first recording; at the end, from the beginning again. */
  const beginning = playableFrom(stretches, told?.reason === 'finished' ? 0 : (shown ?? 0)) ?? stretches[0]?.from
  return (
    <div className="playback-player">
      <div className="playback-scene">
        <div className="playback-stage" data-many={also.length > 0 || undefined}>
          <PictureFrame video={player.video} told={told} label={label} sound={player.sound} idle={t('idle')} />
          {also.map((other) => (
            <CompanionPicture key={other.channel} {...{ vehicleId, day, ...other }} leader={player} end={last.to} />
          ))}
        </div>
        {beside(shown)}
      </div>
      <div className="playback-controls">
        <Buttons player={player} at={shown} onToggle={() => player.toggle(beginning)} onGo={go} />
        <time className="playback-clock" dateTime={shown === undefined ? undefined : formatTime(shown)}>
          {shown === undefined ? '--:--:--' : formatTime(shown).slice(11)}
        </time>
        {aside(shown)}
        <p role="status" className="playback-refused">
          {refused && t(`control.${refused}`)}
        </p>
      </div>
      <DayBar start={parseTime(`${day} 00:00:00`)} stretches={stretches} at={shown} onGo={go} lane={lane} />
      <StretchList stretches={stretches} at={shown} onGo={go} onUpload={onUpload} />
    </div>
  )
}

type ButtonsProps = {
  player: ReturnType<typeof usePlayer>
  at: number | undefined
  onToggle: () => void
  onGo: (at: number) => void
}

function Buttons({ player, at, onToggle, onGo }: ButtonsProps) {
  const { t } = useTranslation('playback')
  const isPlaying = player.told?.state === PictureState.playing
  const act = (text: string, icon: ReactNode, onClick: () => void, isDisabled = false) => (
    <Tooltip title={text}>
      <Button icon={icon} aria-label={text} disabled={isDisabled} onClick={onClick} />
    </Tooltip>
  )
  const step = (seconds: number) => at !== undefined && onGo(at + seconds * 1000)
  return (
    <>
      <div className="playback-buttons" role="toolbar" aria-label={t('controls')}>
        {act(t('back', { n: jump }), <BackwardOutlined />, () => step(-jump), !player.isOn)}
        {act(t(isPlaying ? 'pause' : 'play'), isPlaying ? <PauseOutlined /> : <CaretRightOutlined />, onToggle)}
        {act(t('forward', { n: jump }), <ForwardOutlined />, () => step(jump), !player.isOn)}
      </div>
      <Segments
        aria-label={t('speed')}
        value={player.speed}
        options={playbackSpeeds.map((value) => ({ value, label: `×${value}` }))}
        onChange={player.setPace}
      />
    </>
  )
}

type ListProps = Pick<Props, 'stretches' | 'onUpload'> & { at: number | undefined; onGo: (at: number) => void }

/** What there is, each to be played from its beginning, and to be uploaded. */
function StretchList({ stretches, at, onGo, onUpload }: ListProps) {
  const { t, i18n } = useTranslation('playback')
  const megabytes = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 })
  return (
    <ul className="playback-list" aria-label={t('list')}>
      {stretches.map((stretch) => {
        const { from, to, size, isAlarm } = stretch
        const hours = `${formatTime(from).slice(11, 16)}–${formatTime(to).slice(11, 16)}`
        return (
          <li key={from}>
            <Button
              size="small"
              type={at !== undefined && at >= from && at < to ? 'primary' : 'default'}
              danger={isAlarm}
              onClick={() => onGo(from)}
            >
              {hours}
              {isAlarm && ` · ${t('alarm')}`}
            </Button>{' '}
            <small>
              {lastingText((to - from) / 1000)} · {megabytes.format(size / 1_000_000)}
            </small>
            {onUpload && (
              <Button
                size="small"
                type="text"
                icon={<CloudUploadOutlined aria-hidden />}
                title={t('upload')}
                aria-label={t('upload.actOf', { act: t('upload'), name: hours })}
                aria-haspopup="dialog"
                onClick={() => onUpload(spanAround(stretch, at))}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
