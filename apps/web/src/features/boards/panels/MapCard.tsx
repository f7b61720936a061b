import type { BoardCard } from '@huanwei/contract/boards/endpoints'
import './map-card.css'

/** The facts of the object that is ringed on the map, in the colour of its state. */
export function MapCard({ card: { key, title, facts }, colour }: { card: BoardCard; colour: string | undefined }) {
  return (
    <section key={key} className="board-card" style={{ borderColor: colour }}>
      <h3>
        <i className="board-dot" aria-hidden="true" style={{ background: colour }} />
        {title}
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
