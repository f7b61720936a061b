import { getUserOptions, type UserOption } from '@huanwei/contract/users/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../lib/api.ts'
import { usePaused } from '../lib/paused.ts'
import type { Choice } from './choice.ts'

/** A user of the caller's scope, found by name or pinyin initials. The server is asked when it is opened or a choice needs its name. */
export function UserSelect({ label, id, value, onChange }: Choice<number>) {
  const { t } = useTranslation('list')
  const [wasOpen, setWasOpen] = useState(false)
  const [text, setText] = useState('')
  const asked = usePaused(text)
  const found = useQuery({
    ...query(getUserOptions, asked ? { text: asked } : {}),
    enabled: wasOpen,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const chosen = useQuery({
    ...query(getUserOptions, { userId: value ?? 0 }),
    enabled: value !== undefined,
    staleTime: 60_000,
  })
  const [own] = value === undefined ? [] : (chosen.data ?? [])
  const others = (found.data ?? []).filter(({ userId }) => userId !== own?.userId)
  const options = (own && !text ? [own, ...others] : (found.data ?? [])).map(optionOf)
  return (
    <Select<number, ReturnType<typeof optionOf>>
      {...(id && { id })}
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      options={options}
      optionRender={({ data }) => (
        <>
          {data.label} <span className="list-sub">{data.place}</span>
        </>
      )}
      loading={found.isFetching}
      notFoundContent={found.error?.message ?? t(found.data ? 'noneFound' : 'loading')}
      value={own && value}
      onChange={(userId: number | undefined) => onChange?.(userId)}
      onOpenChange={(open) => open && setWasOpen(true)}
    />
  )
}

const optionOf = ({ userId, name, username, deptName }: UserOption) => ({
  value: userId,
  label: name || username,
  place: name ? `${username} · ${deptName}` : deptName,
})
