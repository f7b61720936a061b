import type { BoardCard } from '@huanwei/contract/boards/endpoints'
import { ListLink } from '../ListLink.tsx'
import './map-card.css'

/** `href`: where the object is shown. */
type Props = { card: BoardCard; colour: string | undefined; href: string | undefined }

/** The facts of the object that is ringed on the map, in the colour of its state. */
export function MapCard({ card: { key, title, facts }, colour, href }: Props) {
  return (
    <section key={key} className="board-card" style={{ borderColor: colour }}>
      <h3>
        <i className="board-dot" aria-hidden="true" style={{ background: colour }} />
        <ListLink href={href} name={title}>
          {title}
        </ListLink>
      </h3>
      <dl>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
