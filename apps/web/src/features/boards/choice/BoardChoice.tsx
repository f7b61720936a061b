import { type DepartmentNode, getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { pageFacilities } from '@huanwei/contract/facilities/endpoints'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../../lib/api.ts'
import './choice.css'

type Props =
  | { wanted: 'facility'; onChoose: (id: number) => void }
  | { wanted: 'department'; value: number | undefined; onChoose: (id: number | undefined) => void }

/** A board has no frame around it that would provide one. */
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })

/** Chooses the facility or department that a board is about, for who is logged in; the address says it then. */
export const BoardChoice = (props: Props) => (
  <QueryClientProvider client={queries}>
    {props.wanted === 'facility' ? <FacilityChoice {...props} /> : <DepartmentChoice {...props} />}
  </QueryClientProvider>
)

/** Facilities that are offered at once. */
const offered = 12

function FacilityChoice({ onChoose }: Extract<Props, { wanted: 'facility' }>) {
  const { t } = useTranslation(['boards', 'common'])
  const [text, setText] = useState('')
  const asked = useDeferredValue(text.trim())
  const { data, error } = useQuery({
    ...query(pageFacilities, { size: offered, ...(asked && { text: asked }) }),
    placeholderData: (before) => before,
  })
  const found = data?.records ?? []
  return (
    <main className="board board-refusal board-facilities">
      <h1>{t('choice.facility')}</h1>
      <input
        type="search"
        aria-label={t('choice.search')}
        placeholder={t('choice.search')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ul>
        {found.map(({ id, name, facilityTypeName, address }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(id)}>
              <strong>{name}</strong>
              <span>
                {facilityTypeName} · {address}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status">{error?.message ?? (data && !found.length ? t('choice.none') : '')}</p>
    </main>
  )
}

/** Names of all departments, each after the one that it is part of, with its depth. */
const flat = (nodes: readonly DepartmentNode[], depth = 0): { id: number; name: string; depth: number }[] =>
  nodes.flatMap(({ id, name, children }) => [{ id, name, depth }, ...flat(children, depth + 1)])

function DepartmentChoice({ value, onChoose }: Extract<Props, { wanted: 'department' }>) {
  const { t } = useTranslation('boards')
  const { data } = useQuery(query(getDepartmentTree, {}))
  return (
    <select
      className="board-department"
      aria-label={t('choice.department')}
      value={data ? (value ?? '') : ''}
      onChange={({ target }) => onChoose(Number(target.value) || undefined)}
    >
      <option value="">{t('choice.department')}</option>
      {flat(data ?? []).map(({ id, name, depth }) => (
        <option key={id} value={id}>
          {'\u00a0'.repeat(3 * depth) + name}
        </option>
      ))}
    </select>
  )
}
