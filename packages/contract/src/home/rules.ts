import { mostHomeMenus, usualHomeMenus, usualHomePaths } from './codes.ts'

type Page = { id: number; path: string }

/** The home-page menu list out of a person's `pages`: the chosen ones in their order, else the usual ones, else the first ones. Pure. */
export function homeMenusOf<P extends Page>(pages: readonly P[], chosen: readonly number[]): P[] {
  const own = chosen.flatMap((id) => pages.find((page) => page.id === id) ?? [])
  if (own.length) return own.slice(0, mostHomeMenus)
  const usual = usualHomePaths.flatMap((path) => pages.find((page) => page.path === path) ?? [])
  return (usual.length ? usual : pages).slice(0, usualHomeMenus)
}
