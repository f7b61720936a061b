import type { Figure } from '@huanwei/contract/boards/endpoints'
import { useTranslation } from 'react-i18next'
import { ListLink } from './ListLink.tsx'
import './plan.css'

/** Rooms beside one another, each in the colour of its state, which its unit says. */
export function PlanPanel({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation('boards')
  if (!figures.length) return <p className="board-nothing">{t('nothing')}</p>
  return (
    <ul className="board-plan">
      {figures.map(({ key, label, value, unit, tone, href }) => (
        <li key={key} data-tone={tone}>
          <span>{label}</span>
          <strong>
            <ListLink href={href} name={`${label} ${unit || value}`}>
              {unit || value}
            </ListLink>
          </strong>
        </li>
      ))}
    </ul>
  )
}
