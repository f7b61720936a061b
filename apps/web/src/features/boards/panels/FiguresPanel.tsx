import type { Figure } from '@huanwei/contract/boards/endpoints'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { ListLink } from './ListLink.tsx'

/** A number, and the way to the list behind it. */
export function Amount({ figure: { label, value, href, unit } }: { figure: Figure }) {
  const digits = value.toLocaleString('en-US')
  return (
    <ListLink className="board-amount" href={href} name={`${label} ${digits}${unit}`}>
      {digits}
      {unit && <small>{unit}</small>}
    </ListLink>
  )
}

/** Large figures side by side. */
export function FiguresPanel({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation('boards')
  if (!figures.length) return <p className="board-nothing">{t('nothing')}</p>
  return (
    <ul className="board-figures" style={{ '--figures': figures.length } as CSSProperties}>
      {figures.map((one, place) => (
        <li key={one.key} data-tone={one.tone} className={place > 0 ? 'board-ruled' : undefined}>
          <span>{one.label}</span>
          <p>
            <Amount figure={one} />
            {one.of !== null && <small className="board-of"> / {one.of.toLocaleString('en-US')}</small>}
          </p>
          {one.before !== null && <em>{t('yesterday', { value: one.before.toLocaleString('en-US') })}</em>}
        </li>
      ))}
    </ul>
  )
}
