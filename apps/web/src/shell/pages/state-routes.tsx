import type { TextKey } from '@huanwei/words/messages'
import { type PageRoute, plainPage } from '../../lib/page.tsx'
import type { StateName } from './StatePage.tsx'

/** A page that only says how things stand, in the words `state.<name>` of the namespace `pages`. */
export const statePage = (name: StateName) =>
  plainPage(['pages'], async () => {
    const { StatePage } = await import('./StatePage.tsx')
    return <StatePage name={name} />
  })
const laterPage = (label: string, words?: string) =>
  plainPage(['pages'], async () => {
    const { LaterPage } = await import('./StatePage.tsx')
    return <LaterPage label={label} words={words} />
  })
/** Stands in the place of a page that the person's menu does not hold. */
export const noAuthority: PageRoute & { label: TextKey } = {
  path: '/no/authority',
  label: 'pages:state.noAuthority.title',
  page: statePage('noAuthority'),
  isTab: false,
  isFree: true,
}

const unknown = new Map<string, PageRoute>()
/** A page that the menu alone knows, by the name it has there. */
export function unknownRoute(path: string, { name, label: words }: { name: string; label: string }): PageRoute {
  const key = `${path} ${words}`
  const label = words === name ? `shell:item.${name}` : words
  const route = unknown.get(key) ?? { path, label, page: laterPage(label, words) }
  unknown.set(key, route)
  return route
}
