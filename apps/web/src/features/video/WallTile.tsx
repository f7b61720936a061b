import { CloseOutlined, CompressOutlined, DragOutlined, ExpandAltOutlined } from '@ant-design/icons'
import type { PictureStream } from '@huanwei/contract/video/codes'
import { Button } from 'antd'
import type { DragEvent, KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LivePicture } from '../../media/LivePicture.tsx'
import { TalkButton } from '../../media/talk/TalkButton.tsx'
import { draggedChannel } from './ChannelList.tsx'
import { RecordButton } from './RecordButton.tsx'

/** A channel with its words; `isGone`: the viewer does not see it any more. */
export type Shown = { vehicleId: number; channel: number; label: string; isGone: boolean }

type Props = {
  /** Counts from 1. */
  number: number
  shown: Shown | undefined
  stream: PictureStream
  isStopped: boolean
  isChosen: boolean
  /** Whether it has the wall for itself. */
  isAlone: boolean
  /** Whether its camera is being moved; undefined for who may neither move it nor speak with the driver. */
  isMoved: boolean | undefined
  onChoose: () => void
  onAlone: () => void
  onMove: () => void
  onRemove: () => void
  /** Changes this tile for another one, by its number. */
  onSwap: (other: number) => void
  /** Shows a channel here, as `tileOf`. */
  onPut: (tile: string) => void
}

/** What a tile that is dragged carries: its number. */
const dragged = 'text/x-wall-tile'
/** By how many tiles a key moves the picture. */
const moves: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** One tile of the wall: what is chosen next in the tree goes into the chosen one. It is moved by dragging, and by Shift with an arrow. */
export function WallTile({
  number,
  shown,
  stream,
  isStopped,
  isChosen,
  onChoose,
  onAlone,
  onRemove,
  onSwap,
  onPut,
  ...rest
}: Props) {
  const { t } = useTranslation('video')
  const { isAlone, isMoved, onMove } = rest
  const label = shown?.label ?? t('wall.empty')
  const move = (event: KeyboardEvent) => {
    const by = event.shiftKey && shown ? moves[event.key] : undefined
    if (by === undefined) return
    event.preventDefault()
    onSwap(number + by)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const other = Number(event.dataTransfer.getData(dragged))
    const channel = event.dataTransfer.getData(draggedChannel)
    if (other) onSwap(other)
    else if (channel) onPut(channel)
  }
  return (
    <li
      className="wall-tile"
      data-chosen={isChosen || undefined}
      onDragOver={(event) =>
        [dragged, draggedChannel].some((kind) => event.dataTransfer.types.includes(kind)) && event.preventDefault()
      }
      onDrop={drop}
    >
      {shown && !shown.isGone && !isStopped ? (
        <LivePicture vehicleId={shown.vehicleId} channel={shown.channel} stream={stream} label={label} />
      ) : (
        <p className="wall-none">{shown ? t(shown.isGone ? 'wall.gone' : 'wall.stopped') : isChosen && t('wall.emptyHint')}</p>
      )}
      <button
        type="button"
        className="wall-choose"
        aria-pressed={isChosen}
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
        aria-label={t('wall.choose', { n: number, label })}
        draggable={!!shown}
        onDragStart={(event) => event.dataTransfer.setData(dragged, String(number))}
        onClick={onChoose}
        onDoubleClick={shown && onAlone}
        onKeyDown={move}
      />
      {shown && (
        <div className="wall-bar">
          <span className="wall-label" title={label}>
            {label}
          </span>
          {!shown.isGone && !isStopped && (
            <RecordButton vehicleId={shown.vehicleId} channel={shown.channel} stream={stream} label={label} />
          )}
          {isMoved !== undefined && !shown.isGone && !isStopped && (
            <TalkButton
              key={`${shown.vehicleId} ${shown.channel}`}
              vehicleId={shown.vehicleId}
              channel={shown.channel}
              label={label}
            />
          )}
          {isMoved !== undefined && (
            <BarButton icon={<DragOutlined aria-hidden />} isPressed={isMoved} onClick={onMove}>
              {t('ptz.of', { label })}
            </BarButton>
          )}
          <BarButton icon={isAlone ? <CompressOutlined aria-hidden /> : <ExpandAltOutlined aria-hidden />} onClick={onAlone}>
            {t(isAlone ? 'wall.allAgain' : 'wall.alone', { label })}
          </BarButton>
          <BarButton icon={<CloseOutlined aria-hidden />} onClick={onRemove}>
            {t('wall.remove', { label })}
          </BarButton>
        </div>
      )}
    </li>
  )
}

type BarProps = { icon: ReactNode; children: string; isPressed?: boolean; onClick: () => void }

const BarButton = ({ icon, children, isPressed, onClick }: BarProps) => (
  <Button
    type="text"
    size="small"
    icon={icon}
    title={children}
    aria-label={children}
    aria-pressed={isPressed}
    onClick={onClick}
  />
)
