import { type Facility, listFacilities } from '@huanwei/contract/facilities/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../lib/api.ts'

/** In a form, `Form.Item` gives everything but the label. */
type Props = {
  label: string
  id?: string
  value?: number | undefined
  onChange?: (facilityId: number | undefined) => void
}

/** A facility of the caller's scope, found by name or pinyin initials. They are asked for when it is opened or a choice needs its name. */
export function FacilitySelect({ label, id, value, onChange }: Props) {
  const { t } = useTranslation('list')
  const [wasOpen, setWasOpen] = useState(false)
  const found = useQuery({
    ...query(listFacilities, {}),
    enabled: wasOpen || value !== undefined,
    staleTime: 60_000,
    select: optionsOf,
  })
  return (
    <Select<number, ReturnType<typeof optionsOf>[number]>
      {...(id && { id })}
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ filterOption: (text, option) => option?.search.includes(text.trim().toLowerCase()) ?? false }}
      options={found.data ?? []}
      loading={found.isFetching && !found.data}
      notFoundContent={found.error?.message ?? t(found.data ? 'noneFound' : 'loading')}
      value={found.data ? value : undefined}
      onChange={(facilityId: number | undefined) => onChange?.(facilityId)}
      onOpenChange={(open) => open && setWasOpen(true)}
    />
  )
}

const optionsOf = (facilities: Facility[]) =>
  facilities.map(({ id, name, initials }) => ({ value: id, label: name, search: `${name} ${initials}`.toLowerCase() }))
