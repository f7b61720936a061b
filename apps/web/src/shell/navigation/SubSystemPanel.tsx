import './sub-systems.css'
import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { SubSystemCard } from './SubSystemCard.tsx'
import { useEnterSubSystem } from './use-enter.ts'

type Props = { systems: MenuNode[]; chosenId: number | undefined; onClose: () => void }

/** The sub-systems as a grid, the whole menu among them. Source: spec 1, section 2.5. */
export function SubSystemPanel({ systems, chosenId, onClose }: Props) {
  const { t } = useTranslation('shell')
  const enter = useEnterSubSystem()

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('.system-card')]
    const now = event.target instanceof HTMLElement ? cards.indexOf(event.target) : -1
    const goal = {
      ArrowRight: cards[now + 1] ?? cards[0],
      ArrowDown: cards[now + 1] ?? cards[0],
      ArrowLeft: cards.at(now - 1),
      ArrowUp: cards.at(now - 1),
      Home: cards[0],
      End: cards.at(-1),
    }
    const next = Object.entries(goal).find(([key]) => key === event.key)?.[1]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const choose = (id: number | null) => () => {
    onClose()
    void enter(id)
  }
  return (
    <section id="sub-systems" className="systems-panel" aria-label={t('systems.title')}>
      <header>
        <strong>{t('systems.title')}</strong>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its buttons let through */}
      <div className="systems-grid" onKeyDown={onKeyDown}>
        <SubSystemCard
          name="all"
          icon="all"
          label={t('systems.all')}
          // The colour before that of the first sub-system.
          tone={3}
          isChosen={chosenId === undefined}
          onClick={choose(null)}
        />
        {systems.map((system, i) => (
          <SubSystemCard
            key={system.id}
            name={system.key}
            icon={system.icon}
            label={system.label}
            tone={i}
            isChosen={system.id === chosenId}
            onClick={choose(system.id)}
          />
        ))}
      </div>
    </section>
  )
}
