import './palette.css'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visibleMenus } from '../menu/menu-tree.ts'
import { menuQuery } from '../query-client.ts'
import { CommandList } from './CommandList.tsx'
import { type Command, type CommandWay, useOwnCommands } from './commands.ts'
import { useRecentCommands, useSearchCommands } from './use-search-commands.ts'

/** Type to find a page, an action, a plate, a person or an event; arrows choose, Enter does it, Esc closes. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['palette', 'shell'])
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState({ row: 0, way: 0 })
  const text = typed.trim()
  const { commands, isAsking, error } = useCommands(text)
  const row = Math.min(chosen.row, commands.length - 1)
  const command = commands[row]
  const way = Math.min(chosen.way, (command?.ways.length ?? 1) - 1)
  const active = command?.ways[way]
  const ids = useId()
  const idOf = ({ key }: Command, { key: wayKey }: CommandWay) => `${ids}${key}:${wayKey}`
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])

  function run(chosenWay: CommandWay) {
    onClose()
    chosenWay.run()
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    const { selectionStart, value } = event.currentTarget
    const last = commands.length - 1
    const goals: Record<string, typeof chosen | false | undefined> = {
      ArrowDown: { row: row < last ? row + 1 : 0, way: 0 },
      ArrowUp: { row: row > 0 ? row - 1 : last, way: 0 },
      Home: { row: 0, way: 0 },
      End: { row: last, way: 0 },
      // Within the text they move the cursor.
      ArrowRight: selectionStart === value.length && command && way < command.ways.length - 1 && { row, way: way + 1 },
      ArrowLeft: way > 0 && { row, way: way - 1 },
    }
    const goal = goals[event.key]
    if (goal) setChosen(goal)
    else if (event.key === 'Enter' && active) run(active)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Esc, as every dialog
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('shell:header.find')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <input
        role="combobox"
        aria-label={t('shell:header.find')}
        aria-expanded
        aria-controls={`${ids}list`}
        aria-activedescendant={command && active && idOf(command, active)}
        placeholder={t('placeholder')}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setChosen({ row: 0, way: 0 })
        }}
        onKeyDown={onKeyDown}
      />
      <CommandList id={`${ids}list`} idOf={idOf} commands={commands} active={active} onRun={run} />
      <p className="palette-note" role="status">
        {error ? error.message : isAsking ? t('asking') : commands.length === 0 ? t('none') : t('keys')}
      </p>
    </dialog>
  )
}

/** The commands that a text names: pages and actions first, then what the server finds. Without a text what was opened last, then all pages. */
function useCommands(text: string) {
  const menu = useQuery({ ...menuQuery, select: visibleMenus }).data ?? []
  const own = useOwnCommands(menu, text)
  const recent = useRecentCommands(text)
  const { commands: found, isAsking, error } = useSearchCommands(text)
  // What is to come first is waited for: a list that moves down under the finger would be worse.
  if (recent.isAsking) return { commands: [], isAsking: true, error: null }
  return { commands: [...recent.commands, ...own, ...found], isAsking, error }
}
