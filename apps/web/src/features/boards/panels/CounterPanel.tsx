import type { Figure } from '@huanwei/contract/boards/endpoints'
import { ListLink } from './ListLink.tsx'
import './counter.css'

/** The characters of a number from its end, each with its place: a digit that stays does not turn. */
const tilesOf = (text: string) => [...text].map((sign, place) => ({ sign, key: `${text.length - place} ${sign}` }))

/** Numbers on tiles, of which those turn that changed. */
export const CounterPanel = ({ figures }: { figures: readonly Figure[] }) => (
  <ul className="board-counters">
    {figures.map(({ key, label, value, unit, tone, href }) => {
      const digits = value.toLocaleString('en-US')
      return (
        <li key={key} data-tone={tone}>
          <span>{label}</span>
          <ListLink className="board-tiles" href={href} name={`${label} ${digits}${unit}`}>
            <span className="visually-hidden">{digits}</span>
            {tilesOf(digits).map((tile) => (
              <i key={tile.key} aria-hidden="true" data-sign={tile.sign === ',' || undefined}>
                {tile.sign}
              </i>
            ))}
            {unit && <small>{unit}</small>}
          </ListLink>
        </li>
      )
    })}
  </ul>
)
