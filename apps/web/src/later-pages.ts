import { boardPaths } from '@huanwei/contract/menus/codes'

/**
 * The one list of addresses whose pages come in a later version; until then each says so by its name (`later.<address>` of the
 * namespace `pages`). Whoever builds a page moves its address into `routes.tsx`. Source: spec 1, sections 2.2 to 2.4; spec 3, section 7.
 */
export const laterPages = {
  /** Open without a login, full screen. Source: spec 1, sections 2.2 and 2.3. */
  open: boardPaths,
  /** Inside the frame. Source: spec 1, section 2.4; spec 2, sections 2 and 7; spec 3, section 7. */
  framed: [],
}
