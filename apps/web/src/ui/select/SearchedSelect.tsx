import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePaused } from '../../lib/paused.ts'
import type { Choice } from './choice.ts'

/** `more` stands beside its name; a disabled one is there but cannot be chosen. */
export type SearchedOption = { value: number; label: string; more: string; disabled?: boolean }

type Props = Choice<number> & {
  /** The call that is asked: its answers are asked for again together. */
  path: string
  /** Further argument of `find`. */
  within?: string | number | undefined
  /** The first that a text finds. */
  find: (text: string, signal: AbortSignal) => Promise<SearchedOption[]>
  /** The one that is chosen; none when it is gone. */
  findOne: (value: number, signal: AbortSignal) => Promise<SearchedOption[]>
}

/** One of more things than can be listed. The server is asked when it is opened or a choice needs its name. */
export function SearchedSelect({ path, within, find, findOne, label, id, value, onChange }: Props) {
  const { t } = useTranslation('list')
  const [wasOpen, setWasOpen] = useState(false)
  const [text, setText] = useState('')
  const asked = usePaused(text)
  const found = useQuery({
    queryKey: [path, 'options', asked, within],
    queryFn: ({ signal }) => find(asked, signal),
    enabled: wasOpen,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const chosen = useQuery({
    queryKey: [path, 'option', value],
    queryFn: ({ signal }) => findOne(value ?? 0, signal),
    enabled: value !== undefined,
    staleTime: 60_000,
  })
  const [own] = value === undefined ? [] : (chosen.data ?? [])
  const others = (found.data ?? []).filter((option) => option.value !== own?.value)
  return (
    <Select<number, SearchedOption>
      {...(id && { id })}
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      options={own && !text ? [own, ...others] : (found.data ?? [])}
      optionRender={({ data }) => (
        <>
          {data.label} <span className="list-sub">{data.more}</span>
        </>
      )}
      loading={found.isFetching}
      notFoundContent={found.error?.message ?? t(found.data ? 'noneFound' : 'loading')}
      value={own && value}
      onChange={(to: number | undefined) => onChange?.(to)}
      onOpenChange={(open) => open && setWasOpen(true)}
    />
  )
}
