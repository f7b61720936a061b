import type { HomeCard } from '@huanwei/contract/home/codes'
import { useLayoutEffect, useRef } from 'react'

/** Height of a row of the grid, and the gap below a card; px, as in grid.css. */
const [row, gap] = [8, 16]

/** Lets each place of a grid take as many rows as its card is high. All are measured before one is changed: the page is laid out once, not for each card. */
export function useCardHeights(shown: readonly HomeCard[]) {
  const grid = useRef<HTMLDivElement>(null)
  const cards = shown.join()
  useLayoutEffect(() => {
    const insides = cards.split(',').flatMap((card) => grid.current?.querySelector(`[data-card=${card}] > *`) ?? [])
    fit(insides)
    const observer = new ResizeObserver((entries) => fit(entries.map(({ target }) => target)))
    for (const inside of insides) observer.observe(inside)
    return () => observer.disconnect()
  }, [cards])
  return grid
}

function fit(insides: readonly Element[]) {
  const heights = insides.map((inside) => inside.getBoundingClientRect().height)
  for (const [i, { parentElement }] of insides.entries())
    if (parentElement) parentElement.style.gridRowEnd = `span ${Math.ceil((heights[i]! + gap) / row)}`
}
