import type { Figure } from '@huanwei/contract/boards/endpoints'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../lib/session.ts'

/** A number; for who is logged in the way to the list behind it. */
export function Amount({ figure: { value, href, unit } }: { figure: Figure }) {
  const isIn = useSession((s) => s.session !== null)
  const text = (
    <>
      {value.toLocaleString('en-US')}
      {unit && <small>{unit}</small>}
    </>
  )
  if (href && isIn)
    return (
      <a className="board-amount" href={href} target="_blank" rel="noreferrer">
        {text}
      </a>
    )
  return <b className="board-amount">{text}</b>
}

/** Large figures side by side. */
export function FiguresPanel({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation('boards')
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
