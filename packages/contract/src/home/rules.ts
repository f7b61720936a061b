import { type HomeCard, homeCards, mostHomeMenus, usualHomeMenus, usualHomePaths } from './codes.ts'

type Page = { id: number; path: string }

/** The home-page menu list out of a person's `pages`: the chosen ones in their order, else the usual ones, else the first ones. Pure. */
export function homeMenusOf<P extends Page>(pages: readonly P[], chosen: readonly number[]): P[] {
  const own = chosen.flatMap((id) => pages.find((page) => page.id === id) ?? [])
  if (own.length) return own.slice(0, mostHomeMenus)
  const usual = usualHomePaths.flatMap((path) => pages.find((page) => page.path === path) ?? [])
  return (usual.length ? usual : pages).slice(0, usualHomeMenus)
}

/** `isRural`: the organisation keeps rural toilets. */
type Work = { mayHandle: boolean; mayReport: boolean; isRural: boolean }

/** The order of the cards for who chose none: what a person does most comes first. Pure. */
function usualCards({ mayHandle, mayReport, isRural }: Work): HomeCard[] {
  const own: readonly HomeCard[] = mayHandle ? ['queues'] : mayReport ? ['cases'] : []
  const first: readonly HomeCard[] = isRural ? ['toilets', ...own] : own
  return [...new Set<HomeCard>(['setup', ...first, ...homeCards])]
}

/** All cards in the order that a person chose, those that came into being later after the others. Pure. */
export const cardsInOrder = (chosen: readonly HomeCard[], work: Work) => [...new Set([...chosen, ...usualCards(work)])]

/** `order` with `card` in the place of the next one before (-1) or after it (1) among the `shown`; the same where there is none. Pure. */
export function moveCard(order: readonly HomeCard[], shown: readonly HomeCard[], card: HomeCard, by: -1 | 1): HomeCard[] {
  const other = shown[shown.indexOf(card) + by]
  return other ? placeCard(order, card, other) : [...order]
}

/** `order` with `card` taken to the place of `target`: the others move up. Pure. */
export function placeCard(order: readonly HomeCard[], card: HomeCard, target: HomeCard): HomeCard[] {
  const place = order.indexOf(target)
  const rest = order.filter((one) => one !== card)
  return [...rest.slice(0, place), card, ...rest.slice(place)]
}
