import { useHasLinks } from '../engine/board-access.ts'
import { ListLink } from './ListLink.tsx'
import { inRow, useLinkKeys } from './use-link-keys.ts'

type Props = {
  /** `name` is what a screen reader calls the way to a list, `text` what is seen where it is reached by keyboard. */
  places: readonly { text: string; name: string; href: string | null | undefined }[]
}

/** The ways to the lists behind the places of a drawing, which have no elements of their own. The arrows go from one to the next. */
export function DrawingLinks({ places }: Props) {
  const linked = places.filter(({ href }) => href)
  const { tabIndexOf, keys } = useLinkKeys([...linked.keys()], inRow)
  if (!useHasLinks() || !linked.length) return null
  return (
    <ul className="board-days" {...keys}>
      {linked.map(({ text, name, href }, place) => (
        <li key={text}>
          <ListLink href={href} name={name} tabIndex={tabIndexOf(place)}>
            {text}
          </ListLink>
        </li>
      ))}
    </ul>
  )
}
