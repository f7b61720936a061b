import { parseUrl } from '../url.ts'
import { MenuType } from './codes.ts'

/** An address of this site without what follows a question mark. `//elsewhere` and `/\elsewhere` leave it. */
export const isInnerPath = (path: string) => /^\/(?![/\\])[\w\-./~]*$/.test(path)

/** The origin of an address elsewhere, `https://example.cn`; undefined when it is none that may be opened. */
export function outerOrigin(path: string): string | undefined {
  const url = /^https?:\/\//i.test(path) ? parseUrl(path) : undefined
  return url && !url.username && !url.password ? url.origin : undefined
}

/** Name of the field of an item that is wrong. */
export type MenuFault = 'parentId' | 'path' | 'permission'
type Item = { type: MenuType; path: string | null; permission: string | null }

const parents: Record<MenuType, (MenuType | undefined)[]> = {
  [MenuType.top]: [undefined],
  [MenuType.menu]: [undefined, MenuType.top, MenuType.menu],
  [MenuType.button]: [MenuType.menu],
}

/** True when an item of this type may stand below one of `parentType`; undefined is the top. */
export const mayStandBelow = (type: MenuType, parentType: MenuType | undefined) => parents[type].includes(parentType)

/**
 * Sub-systems stand at the top and lead nowhere themselves, pages and groups below them, below groups or at the top, buttons below
 * pages. `parentType` is undefined at the top; `origins` are those that the tenant lets in.
 */
export function menuFault(
  { type, path, permission }: Item,
  parentType: MenuType | undefined,
  origins: string[],
): MenuFault | undefined {
  if (!mayStandBelow(type, parentType)) return 'parentId'
  if ((type === MenuType.button) !== (permission !== null)) return 'permission'
  if (path === null) return undefined
  const origin = outerOrigin(path)
  if (type !== MenuType.menu || !(isInnerPath(path) || (origin && origins.includes(origin)))) return 'path'
  return undefined
}
