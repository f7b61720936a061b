import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { groupBy } from '../../lib/collections.ts'
import type { Command, CommandWay } from './commands.ts'

type Props = {
  id: string
  idOf: (command: Command, way: CommandWay) => string
  commands: Command[]
  /** The way that Enter goes. */
  active: CommandWay | undefined
  onRun: (way: CommandWay) => void
}

/** What was found in groups, each with its ways beside it. */
export function CommandList({ id, idOf, commands, active, onRun }: Props) {
  const { t } = useTranslation('palette')
  const groups = groupBy(commands, ({ group }) => group)
  const activeCommand = commands.find(({ ways }) => active && ways.includes(active))
  const activeId = active && activeCommand && idOf(activeCommand, active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  return (
    <div id={id} className="palette-list" role="listbox" aria-label={t('found')}>
      {[...groups].map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
        <div key={group} role="group" aria-label={t(`group.${group}`)}>
          <p className="palette-group" aria-hidden="true">
            {t(`group.${group}`)}
          </p>
          {members.map((command) => (
            <CommandRow key={command.key} idOf={idOf} command={command} active={active} onRun={onRun} />
          ))}
        </div>
      ))}
    </div>
  )
}

type RowProps = Pick<Props, 'idOf' | 'active' | 'onRun'> & { command: Command }

/** The first option stands for the whole row; each further way is an option of its own. */
function CommandRow({ idOf, command, active, onRun }: RowProps) {
  const { label, hint, ways } = command
  const [first, ...further] = ways
  if (!first) return null
  return (
    <div className="palette-row">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the box above and chooses with Enter */}
      <div
        id={idOf(command, first)}
        className="palette-name"
        role="option"
        tabIndex={-1}
        {...(further.length > 0 && { 'aria-label': `${label} ${hint} ${first.label}` })}
        aria-selected={first === active}
        onClick={() => onRun(first)}
      >
        <span>{label}</span>
        <small>{hint}</small>
      </div>
      {first.label && (
        // Says to the eye where the row itself goes.
        <span className="palette-way" aria-hidden="true" data-active={first === active} onClick={() => onRun(first)}>
          {first.label}
        </span>
      )}
      {further.map((way) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div
          key={way.key}
          id={idOf(command, way)}
          className="palette-way"
          role="option"
          tabIndex={-1}
          aria-label={`${label} ${way.label}`}
          aria-selected={way === active}
          data-active={way === active}
          onClick={() => onRun(way)}
        >
          {way.label}
        </div>
      ))}
    </div>
  )
}
