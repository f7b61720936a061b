import { ArrowLeftOutlined, ArrowRightOutlined, EyeInvisibleOutlined } from '@ant-design/icons'
import type { HomeCard } from '@huanwei/contract/home/codes'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { arrowStep, type Dragging, draggable } from '../../../ui/arrange/rearranging.ts'

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
  function move(event: MouseEvent<HTMLButtonElement>, by: -1 | 1) {
    const button = event.currentTarget
    onMove(by)
    // What is moved in the document loses the focus.
    button.focus()
  }
  function byArrows({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
    const by = arrowStep(key)
    if (by === undefined) return
    const focused = currentTarget.querySelector<HTMLElement>(':focus')
    onMove(by)
    focused?.focus()
  }
  const dragging = isArranging && draggable(props)
  return (
    <div className="card-place" data-card={card} data-dragged={isDragged} data-arranging={isArranging} {...dragging}>
      <div className="card-inside">
        {isArranging && (
          <div className="card-tools" role="toolbar" aria-label={t('arrange.tools', { card: name })} onKeyDown={byArrows}>
            <button type="button" aria-label={t('arrange.earlier', { card: name })} onClick={(event) => move(event, -1)}>
              <ArrowLeftOutlined />
            </button>
            <button type="button" aria-label={t('arrange.later', { card: name })} onClick={(event) => move(event, 1)}>
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
