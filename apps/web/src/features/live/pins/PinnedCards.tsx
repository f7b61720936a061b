import './pins.css'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { moved } from '../../../lib/collections.ts'
import { type ObjectKey, refOf } from '../../../live/object-key.ts'
import type { useNodes } from '../shown-objects.ts'
import type { useTrees } from '../trees/live-trees.ts'
import { PinnedCard } from './PinnedCard.tsx'
import { keepPins, usePins } from './pins.ts'

type Props = Pick<ReturnType<typeof useNodes>, 'layerAt' | 'nodeOf'> & {
  trees: Pick<ReturnType<typeof useTrees>, 'isWhole'>
  /** There is room for more than the name and state of each. */
  isWide: boolean
  selected: ObjectKey | undefined
  onSelect: (key: ObjectKey | undefined) => void
}

/** The objects that a person keeps in sight, beside the map; nothing without one. */
export function PinnedCards({ trees, layerAt, nodeOf, isWide, selected, onSelect }: Props) {
  const { t } = useTranslation('live')
  const pins = usePins()
  const [dragged, setDragged] = useState<ObjectKey>()
  const [said, setSaid] = useState('')
  const cards = pins.map((key) => {
    const target = refOf(key)
    const node = nodeOf(target)
    return { key, target, node, name: node?.plateNumber ?? node?.label ?? t(`kind.${layerAt(target)}`) }
  })
  const nameOf = (key: ObjectKey) => cards.find((one) => one.key === key)?.name
  function move(key: ObjectKey, step: number) {
    const next = moved(pins, key, step)
    if (!next) return
    flushSync(() => keepPins(next))
    setSaid(t('pins.moved', { name: nameOf(key), place: next.indexOf(key) + 1, count: next.length }))
  }
  function remove(key: ObjectKey) {
    keepPins(pins.filter((one) => one !== key))
    setSaid(t('pins.removed', { name: nameOf(key) }))
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {cards.length > 0 && (
        <section className="live-pins" data-wide={isWide} aria-label={t('pins.title')}>
          {isWide && <h2>{t('pins.title')}</h2>}
          <ol>
            {cards.map(({ key, ...card }) => (
              <PinnedCard
                key={key}
                {...card}
                isWide={isWide}
                isGone={trees.isWhole && !card.node}
                isSelected={key === selected}
                isDragged={key === dragged}
                onSelect={() => onSelect(key === selected ? undefined : key)}
                onMove={(step) => move(key, step)}
                onRemove={() => remove(key)}
                onDrag={() => setDragged(key)}
                onDragEnd={() => setDragged(undefined)}
                onDrop={() => dragged && move(dragged, pins.indexOf(key) - pins.indexOf(dragged))}
              />
            ))}
          </ol>
        </section>
      )}
    </>
  )
}
