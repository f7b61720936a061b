import { ArrowLeftOutlined, ArrowRightOutlined, EyeInvisibleOutlined } from '@ant-design/icons'
import type { HomeCard } from '@huanwei/contract/home/codes'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Dragging, draggable, mover } from '../../../ui/arrange/rearranging.ts'

type Props = Dragging & {
  card: HomeCard
  name: string
  isArranging: boolean
  isDragged: boolean
  onMove: (by: -1 | 1) => void
  onHide: () => void
  children: ReactNode
}

/** The place of a card in the grid; while cards are arranged, with what moves and hides it. */
export function CardPlace({ card, name, isArranging, isDragged, onMove, onHide, children, ...props }: Props) {
  const { t } = useTranslation('home')
  const { move, onKeyDown } = mover(onMove)
  const dragging = isArranging && draggable(props)
  return (
    <div className="card-place" data-card={card} data-dragged={isDragged} data-arranging={isArranging} {...dragging}>
      <div className="card-inside">
        {isArranging && (
          <div className="card-tools" role="toolbar" aria-label={t('arrange.tools', { card: name })} onKeyDown={onKeyDown}>
            <button
              type="button"
              aria-label={t('arrange.earlier', { card: name })}
              onClick={(event) => move(-1, event.currentTarget)}
            >
              <ArrowLeftOutlined />
            </button>
            <button
              type="button"
              aria-label={t('arrange.later', { card: name })}
              onClick={(event) => move(1, event.currentTarget)}
            >
              <ArrowRightOutlined />
            </button>
            <button type="button" aria-label={t('arrange.hide', { card: name })} onClick={onHide}>
              <EyeInvisibleOutlined />
            </button>
          </div>
        )}
        {children}
      </div>
    </div>
  )
}
