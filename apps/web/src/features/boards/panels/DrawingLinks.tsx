import { useHasLinks } from '../engine/board-access.ts'
import { ListLink } from './ListLink.tsx'

type Props = {
  /** `name` is what a screen reader calls the way to a list, `text` what is seen where it is reached by keyboard. */
  places: readonly { text: string; name: string; href: string | null | undefined }[]
}

/** The ways to the lists behind the places of a drawing, which have no elements of their own. */
export function DrawingLinks({ places }: Props) {
  const linked = places.filter(({ href }) => href)
  if (!useHasLinks() || !linked.length) return null
  return (
    <ul className="board-days">
      {linked.map(({ text, name, href }) => (
        <li key={text}>
          <ListLink href={href} name={name}>
            {text}
          </ListLink>
        </li>
      ))}
    </ul>
  )
}
