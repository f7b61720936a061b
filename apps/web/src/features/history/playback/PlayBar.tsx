import {
  AimOutlined,
  CaretRightOutlined,
  PauseOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import type { Violation } from '@huanwei/contract/violations/endpoints'
import { Button, Select, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BandLegend, BandNames, type BandsByKey } from '../bands/BandRows.tsx'
import { type HistorySearch, rates } from '../history-search.ts'
import { indexAt, type Track } from '../tracks/track.ts'
import type { Playback } from './playback.ts'
import { TimeBar } from './TimeBar.tsx'
import { useIsPlaying } from './use-playback.ts'
import './playback.css'

type Props = {
  playback: Playback
  tracks: readonly Track[]
  /** The one whose points are stepped through. */
  focus: Track | undefined
  bands: BandsByKey
  events: readonly Violation[]
  onSeek: (at: number) => void
  onRate: (rate: HistorySearch['rate']) => void
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  onSpan: (from: number, to: number) => void
  /** What leads to other moments. */
  moments: ReactNode
}

/** The shortest span that is zoomed in to, and the longest that is zoomed out to, ms. */
const shortest = 5 * 60_000
const longest = 365 * 86_400_000

/** The time bar and what plays it. */
export function PlayBar({ playback, tracks, focus, bands, events, onSeek, moments, ...props }: Props) {
  const { t } = useTranslation('history')
  const isPlaying = useIsPlaying(playback)
  const points = focus?.points ?? []
  /** To the next point of the way, or the one before. */
  function step(direction: 1 | -1) {
    playback.pause()
    const at = playback.at()
    const here = indexAt(points, direction === 1 ? at : at - 1)
    const next = points[direction === 1 ? here + 1 : here]
    if (next) onSeek(next.at)
  }
  function toggle() {
    if (!isPlaying) return playback.play()
    playback.pause()
    onSeek(playback.at())
  }
  return (
    <div className="history-play">
      <div className="history-play-row">
        {moments}
        <div className="history-buttons" role="toolbar" aria-label={t('play.label')}>
          <Act text={t('play.back')} icon={<StepBackwardOutlined />} onClick={() => step(-1)} isDisabled={!points.length} />
          <Act
            text={t(isPlaying ? 'play.pause' : 'play.play')}
            icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
            onClick={toggle}
            isDisabled={!points.length}
            isStrong
          />
          <Act text={t('play.forward')} icon={<StepForwardOutlined />} onClick={() => step(1)} isDisabled={!points.length} />
          <PlayOptions playback={playback} {...props} />
        </div>
        <BandLegend />
      </div>
      <div className="history-timeline">
        {tracks.length > 1 && <BandNames tracks={tracks} />}
        <TimeBar track={focus} {...{ playback, tracks, bands, events, onSeek }} onStep={step} onToggle={toggle} />
      </div>
    </div>
  )
}

/** How it plays, and how much of the time the bar shows. */
function PlayOptions({
  playback,
  onRate,
  isFollowing,
  onFollow,
  onSpan,
}: Pick<Props, 'playback' | 'onRate' | 'isFollowing' | 'onFollow' | 'onSpan'>) {
  const { t } = useTranslation('history')
  const { rate, from, to } = playback
  /** A span `times` as long around the moment shown. */
  function zoom(times: number) {
    const at = playback.at()
    const length = Math.min(longest, Math.max(shortest, (to - from) * times))
    const start = Math.max(at - length / 2, times < 1 ? from : Number.NEGATIVE_INFINITY)
    onSpan(start, start + length)
  }
  return (
    <>
      <Select<HistorySearch['rate']>
        size="small"
        aria-label={t('play.rate')}
        title={t('play.rateHint', { minutes: rate })}
        popupMatchSelectWidth={false}
        options={rates.map((value) => ({ value, label: t('play.rateOption', { rate: value }) }))}
        labelRender={({ value }) => `×${value}`}
        value={rates.find((one) => one === rate) ?? 1}
        onChange={onRate}
      />
      <Act text={t('play.follow')} icon={<AimOutlined />} onClick={() => onFollow(!isFollowing)} isPressed={isFollowing} />
      <Act text={t('play.closer')} icon={<ZoomInOutlined />} onClick={() => zoom(1 / 4)} isDisabled={to - from <= shortest} />
      <Act text={t('play.wider')} icon={<ZoomOutOutlined />} onClick={() => zoom(4)} isDisabled={to - from >= longest} />
    </>
  )
}

type ActProps = {
  text: string
  icon: ReactNode
  onClick: () => void
  isDisabled?: boolean
  isPressed?: boolean
  isStrong?: boolean
}

const Act = ({ text, icon, onClick, isDisabled = false, isPressed, isStrong }: ActProps) => (
  <Tooltip title={text}>
    <Button
      size="small"
      type={isStrong || isPressed ? 'primary' : 'default'}
      icon={icon}
      aria-label={text}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    />
  </Tooltip>
)
