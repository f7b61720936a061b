import { CloseOutlined, DownOutlined, LeftOutlined, RightOutlined, UpOutlined } from '@ant-design/icons'
import { isOnline } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { useTranslation } from 'react-i18next'
import type { ObjectRef } from '../../../live/object-key.ts'
import { type Dragging, draggable, mover } from '../../../ui/arrange/rearranging.ts'
import { Movement } from '../card-parts.tsx'
import { LatestReadings } from '../LatestReadings.tsx'
import { useLiveObject, useStatus } from '../live-objects.ts'
import { StatusSign, StatusTag } from '../StatusTag.tsx'
import type { LiveNode } from '../trees/live-node.ts'

type Props = Dragging & {
  target: ObjectRef
  /** Absent while it is not loaded, and of what the person may not see. */
  node: LiveNode | undefined
  name: string
  isWide: boolean
  isGone: boolean
  isSelected: boolean
  isDragged: boolean
  onSelect: () => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

/** One pinned object: its name leads to it on the map; below it, where there is room, what it does now. */
export function PinnedCard({ target, node, name, isWide, isGone, isSelected, isDragged, ...props }: Props) {
  const { t } = useTranslation('live')
  const status = useStatus(target, node)
  const Sign = isWide ? StatusTag : StatusSign
  return (
    <li className="live-pin" data-dragged={isDragged} {...draggable(props)}>
      <header>
        <button
          type="button"
          className="live-pin-name"
          aria-pressed={isSelected}
          disabled={!node}
          title={isGone ? t('pins.gone') : name}
          onClick={props.onSelect}
        >
          {name}
        </button>
        {node && <Sign status={status} />}
        {!isWide && isOnline(status) && target.objectType !== ObjectType.facility && <Speed target={target} />}
        <PinTools name={name} isWide={isWide} onMove={props.onMove} onRemove={props.onRemove} />
      </header>
      {isGone && <p className="live-note">{t('pins.gone')}</p>}
      {isWide &&
        node &&
        (target.objectType === ObjectType.facility ? (
          <LatestReadings id={target.id} />
        ) : (
          <Movement target={target} status={status} />
        ))}
    </li>
  )
}

/** Moves a card among the others, by its buttons or by the arrow keys on them, and takes it away. */
function PinTools({ name, isWide, onMove, onRemove }: Pick<Props, 'name' | 'isWide' | 'onMove' | 'onRemove'>) {
  const { t } = useTranslation('live')
  const { move, onKeyDown } = mover(onMove)
  return (
    <div className="live-pin-tools" role="toolbar" aria-label={t('pins.tools', { name })} onKeyDown={onKeyDown}>
      <button type="button" aria-label={t('pins.earlier', { name })} onClick={(event) => move(-1, event.currentTarget)}>
        {isWide ? <UpOutlined /> : <LeftOutlined />}
      </button>
      <button type="button" aria-label={t('pins.later', { name })} onClick={(event) => move(1, event.currentTarget)}>
        {isWide ? <DownOutlined /> : <RightOutlined />}
      </button>
      <button type="button" aria-label={t('pins.remove', { name })} onClick={onRemove}>
        <CloseOutlined />
      </button>
    </div>
  )
}

function Speed({ target }: { target: ObjectRef }) {
  const live = useLiveObject(target)
  return live?.time ? <span className="live-fresh">{Math.round(live.speed)} km/h</span> : null
}
