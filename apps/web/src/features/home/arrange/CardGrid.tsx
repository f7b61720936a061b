import './grid.css'
import type { HomeCard } from '@huanwei/contract/home/codes'
import { cardsInOrder, moveCard, placeCard } from '@huanwei/contract/home/rules'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { changeSettings, useSettings } from '../../../lib/settings.ts'
import { CardPlace } from './CardPlace.tsx'
import { useCardHeights } from './card-heights.ts'

type Props = {
  /** Draws the cards that are there for the person. */
  cards: Partial<Record<HomeCard, () => ReactNode>>
  work: Parameters<typeof cardsInOrder>[1]
  isArranging: boolean
}

/** The cards in the person's order, in as many columns as fit; moved and hidden while they are arranged. */
export function CardGrid({ cards, work, isArranging }: Props) {
  const { t } = useTranslation(['home', 'common'])
  const chosen = useSettings((s) => s.homeCards)
  const hidden = useSettings((s) => s.hiddenCards)
  const [dragged, setDragged] = useState<HomeCard>()
  const [said, setSaid] = useState('')
  const order = cardsInOrder(chosen, work)
  const there = order.filter((card) => cards[card])
  const shown = there.filter((card) => !hidden.includes(card))
  const grid = useCardHeights(shown)
  const nameOf = (card: HomeCard) => t(`card.${card}`)

  function arrange(card: HomeCard, homeCards: HomeCard[]) {
    changeSettings({ homeCards })
    const place = homeCards.filter((one) => shown.includes(one)).indexOf(card) + 1
    setSaid(t('arrange.moved', { card: nameOf(card), place, count: shown.length }))
  }
  function hide(card: HomeCard, isHidden: boolean) {
    changeSettings({ hiddenCards: isHidden ? [...hidden, card] : hidden.filter((one) => one !== card) })
    setSaid(t(isHidden ? 'arrange.hidden' : 'arrange.shown', { card: nameOf(card) }))
  }
  function restore() {
    changeSettings({ homeCards: [], hiddenCards: [] })
    setSaid(t('arrange.restored'))
  }
  return (
    <>
      {isArranging && (
        <section className="card arrange-bar" aria-label={t('arrange.title')}>
          <p>{t('arrange.hint')}</p>
          {there.map(
            (card) =>
              hidden.includes(card) && (
                <button key={card} type="button" onClick={() => hide(card, false)}>
                  {t('arrange.show', { card: nameOf(card) })}
                </button>
              ),
          )}
          <button type="button" onClick={restore}>
            {t('quick.usual')}
          </button>
        </section>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div className="home-grid" ref={grid}>
        {shown.map((card) => (
          <CardPlace
            key={card}
            card={card}
            name={nameOf(card)}
            isArranging={isArranging}
            isDragged={dragged === card}
            onMove={(by) => flushSync(() => arrange(card, moveCard(order, shown, card, by)))}
            onHide={() => hide(card, true)}
            onDrag={() => setDragged(card)}
            onDragEnd={() => setDragged(undefined)}
            onDrop={() => dragged && dragged !== card && arrange(dragged, placeCard(order, dragged, card))}
          >
            {cards[card]?.()}
          </CardPlace>
        ))}
      </div>
    </>
  )
}
