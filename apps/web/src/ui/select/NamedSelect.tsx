import { type QueryFunction, type QueryKey, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from './choice.ts'

/** `search` is all that it is found by, in lower case; `more` stands beside its name. */
export type NamedOption = { value: number; label: string; search: string; more?: string }

type Props<Data, Key extends QueryKey> = Choice<number> & {
  ask: { queryKey: Key; queryFn?: QueryFunction<Data, Key> | undefined }
  /** The same function every time. */
  toOptions: (data: Data) => NamedOption[]
}

/** One of what `ask` answers, found by its names. It is asked when it is opened or a choice needs its name. */
export function NamedSelect<Data, Key extends QueryKey>({ ask, toOptions, label, id, value, onChange }: Props<Data, Key>) {
  const { t } = useTranslation('list')
  const [wasOpen, setWasOpen] = useState(false)
  const found = useQuery({ ...ask, enabled: wasOpen || value !== undefined, staleTime: 60_000, select: toOptions })
  return (
    <Select<number, NamedOption>
      {...(id && { id })}
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ filterOption: (text, option) => option?.search.includes(text.trim().toLowerCase()) ?? false }}
      options={found.data ?? []}
      optionRender={({ data }) => (
        <>
          {data.label} {data.more && <span className="list-sub">{data.more}</span>}
        </>
      )}
      loading={found.isFetching && !found.data}
      notFoundContent={found.error?.message ?? t(found.data ? 'noneFound' : 'loading')}
      value={found.data ? value : undefined}
      onChange={(chosen: number | undefined) => onChange?.(chosen)}
      onOpenChange={(open) => open && setWasOpen(true)}
    />
  )
}
