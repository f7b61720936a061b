import './palette.css'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupBy } from '../../lib/collections.ts'
import { addressesOf, visibleMenus } from '../menu/menu-tree.ts'
import { menuQuery } from '../query-client.ts'
import { type Command, useOwnCommands } from './commands.ts'
import { useSearchCommands } from './use-search-commands.ts'

/** Type to find a page, an action, a plate, a person or an event; arrows choose, Enter does it, Esc closes. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const text = typed.trim()
  const { commands, isAsking, error } = useCommands(text)
  const active = commands[Math.min(chosen, commands.length - 1)]
  const ids = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])

  function run(command: Command) {
    onClose()
    command.run()
  }
  function onKeyDown(event: KeyboardEvent) {
    const last = commands.length - 1
    const now = Math.min(chosen, last)
    const goal = { ArrowDown: now < last ? now + 1 : 0, ArrowUp: now > 0 ? now - 1 : last, Home: 0, End: last }
    const next = Object.entries(goal).find(([key]) => key === event.key)?.[1]
    if (next !== undefined) setChosen(next)
    else if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) run(active)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Esc, as every dialog
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('title')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <input
        role="combobox"
        aria-label={t('title')}
        aria-expanded
        aria-controls={`${ids}list`}
        aria-activedescendant={active && `${ids}${active.key}`}
        placeholder={t('placeholder')}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <CommandList id={`${ids}list`} idOf={({ key }) => ids + key} commands={commands} active={active} onRun={run} />
      <p className="palette-note" role="status">
        {error ? error.message : isAsking ? t('asking') : commands.length === 0 ? t('none') : t('keys')}
      </p>
    </dialog>
  )
}

/** The commands that a text names: pages and actions first, then what the server finds. */
function useCommands(text: string) {
  const menu = useQuery({ ...menuQuery, select: visibleMenus }).data ?? []
  const paths = addressesOf(menu)
  const own = useOwnCommands(menu, text)
  const { commands: found, isAsking, error } = useSearchCommands(text, (path) => paths.includes(path))
  return { commands: [...own, ...found], isAsking, error }
}

type ListProps = {
  id: string
  idOf: (command: Command) => string
  commands: Command[]
  active: Command | undefined
  onRun: (command: Command) => void
}

function CommandList({ id, idOf, commands, active, onRun }: ListProps) {
  const { t } = useTranslation('palette')
  const groups = groupBy(commands, ({ group }) => group)
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) shown.current?.scrollIntoView?.({ block: 'nearest' })
  }, [active])
  return (
    <div id={id} className="palette-list" role="listbox" aria-label={t('found')}>
      {[...groups].map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
        <div key={group} role="group" aria-label={t(`group.${group}`)}>
          <p className="palette-group" aria-hidden="true">
            {t(`group.${group}`)}
          </p>
          {members.map((command) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the box above and chooses with Enter
            <div
              key={command.key}
              ref={command === active ? shown : undefined}
              id={idOf(command)}
              role="option"
              tabIndex={-1}
              aria-selected={command === active}
              onClick={() => onRun(command)}
            >
              <span>{command.label}</span>
              <small>{command.hint}</small>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
