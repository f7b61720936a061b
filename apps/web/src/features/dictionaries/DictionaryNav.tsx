import type { DictionaryNode } from '@huanwei/contract/dictionaries/endpoints'
import { Skeleton } from 'antd'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayForAll } from '../../lib/session.ts'
import { AddButton } from '../../ui/list/AddButton.tsx'
import { WholeOnlyNote } from '../../ui/list/WholeOnlyNote.tsx'

type Group = { name: string /** Undefined while they load. */; dictionaries: DictionaryNode[] | undefined }
type Props = { groups: Group[]; chosen: number | undefined; onChoose: (id: number) => void; onAdd: () => void }

/** The dictionaries, the organisation's own and the system's. */
export function DictionaryNav({ groups, chosen, onChoose, onAdd }: Props) {
  const { t } = useTranslation('dictionaries')
  const mayAdd = useMayForAll('sys_dict_add')
  return (
    <nav className="dictionaries-nav" aria-label={t('title')}>
      {mayAdd ? (
        <AddButton onClick={onAdd}>{t('add')}</AddButton>
      ) : (
        <WholeOnlyNote permission="sys_dict_add" text={t('wholeOnly')} />
      )}
      {groups.map(({ name, dictionaries }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          {dictionaries ? (
            <ul>
              {dictionaries.map(({ id, label, type }) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-current={id === chosen ? 'true' : undefined}
                    title={`${label} ${type}`}
                    onClick={() => onChoose(id)}
                    onKeyDown={moveFocus}
                  >
                    {label}
                    <span className="list-sub">{type}</span>
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <Skeleton active title={false} />
          )}
        </section>
      ))}
    </nav>
  )
}

/** Arrows, Home and End move among the dictionaries. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>) {
  const all = [...(event.currentTarget.closest('nav')?.querySelectorAll<HTMLButtonElement>('li > button') ?? [])]
  const place = all.indexOf(event.currentTarget)
  const goal = { ArrowDown: all[place + 1], ArrowUp: all[place - 1], Home: all[0], End: all.at(-1) }[event.key]
  if (!goal) return
  event.preventDefault()
  goal.focus()
}
