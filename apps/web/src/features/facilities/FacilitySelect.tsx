import { type Facility, listFacilities } from '@huanwei/contract/facilities/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'

/** In a form, `Form.Item` gives everything but the label. */
type Props = {
  label: string
  id?: string
  value?: number | undefined
  onChange?: (facilityId: number | undefined) => void
}

const optionOf = ({ id, name, initials, facilityTypeName }: Facility) => ({
  value: id,
  label: name,
  type: facilityTypeName,
  search: `${name} ${initials}`.toLowerCase(),
})
type Option = ReturnType<typeof optionOf>

/** A facility of the caller's scope, found by name or pinyin initials. They are asked for when it is opened or a choice needs its name. */
export function FacilitySelect({ label, id, value, onChange }: Props) {
  const { t } = useTranslation('list')
  const [wasOpen, setWasOpen] = useState(false)
  const list = useQuery({
    ...query(listFacilities, {}),
    enabled: wasOpen || value !== undefined,
    staleTime: 60_000,
    select: (facilities) => facilities.map(optionOf),
  })
  return (
    <Select<number, Option>
      {...(id && { id })}
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ filterOption: (text, option) => option?.search.includes(text.trim().toLowerCase()) ?? false }}
      options={list.data ?? []}
      optionRender={({ data }) => (
        <>
          {data.label} <span className="list-sub">{data.type}</span>
        </>
      )}
      loading={list.isFetching && !list.data}
      notFoundContent={list.error?.message ?? t(list.data ? 'noneFound' : 'loading')}
      value={list.data ? value : undefined}
      onChange={(chosen: number | undefined) => onChange?.(chosen)}
      onOpenChange={(open) => open && setWasOpen(true)}
    />
  )
}
