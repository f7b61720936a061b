import { type DictionaryItem, getDictionaryItems } from '@huanwei/contract/dictionaries/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'

/** `type` is the dictionary, e.g. `vehicle_type`. */
type Props = Choice<string> & { type: string /** Values offered; all when not given. */; offers?: (value: string) => boolean }

/** An item of a dictionary, in the person's language. */
export function DictionarySelect({ type, offers = () => true, label, id, value, onChange }: Props) {
  const { t } = useTranslation('list')
  const items = useQuery({ ...query(getDictionaryItems, { type, all: 'true' }), staleTime: 60_000 })
  /** A record keeps what is no longer offered. */
  const isOffered = (item: DictionaryItem) => item.value === value || (item.enabled && offers(item.value))
  return (
    <Select<string>
      {...(id && { id })}
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      options={(items.data ?? []).filter(isOffered).map((item) => ({ value: item.value, label: item.label }))}
      loading={items.isPending}
      notFoundContent={items.error?.message ?? t(items.data ? 'noneFound' : 'loading')}
      value={items.data ? value : undefined}
      onChange={(chosen: string | undefined) => onChange?.(chosen)}
    />
  )
}
