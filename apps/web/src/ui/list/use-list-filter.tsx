import { Input, Select } from 'antd'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '../select/choice.ts'
import { DateRange, type Days } from './DateRange.tsx'
import type { ListFilter } from './ListFilters.tsx'
import { ListPlace } from './list-pages.ts'

type Options<Filter, List> = {
  search: NoInfer<Filter> & ListPlace & Partial<Days> & { open?: unknown }
  onSearch: ((change: NoInfer<Partial<Filter>> & { current: number }) => void) &
    ((change: Partial<ListPlace> & { open?: number | undefined }) => void)
  /** The filters and their values when none is set. */
  noFilter: Filter
  list: List
}

/**
 * Steps of a user with a list: chooses filters, which 查询 applies, turns pages, opens and handles a row.
 * `fields` make the filters for the list's frame, `frame` and `rows` are the rest of what that takes, `drawer` is for the row that is open.
 */
export function useListFilter<
  Filter extends object,
  List extends { data: { records: unknown[] } | undefined; refetch: () => unknown },
>({ search, onSearch, noFilter, list }: Options<Filter, List>) {
  const { t } = useTranslation('list')
  /** Filters chosen since the last query. */
  const [draft, setDraft] = useState<Partial<Filter>>({})

  function apply(to: Partial<Filter>) {
    setDraft({})
    onSearch({ ...to, current: 1 })
  }
  const close = (place: Partial<ListPlace> = {}) => onSearch({ open: undefined, ...place })

  return {
    apply,
    choose: (to: Partial<Filter>) => setDraft({ ...draft, ...to }),
    fields: filterFields({ search, draft, setDraft, days: [t('firstDay'), t('lastDay')] }),
    frame: {
      list,
      position: search,
      isFiltered: differs(search, noFilter),
      onQuery: () => (Object.keys(draft).length > 0 ? apply(draft) : void list.refetch()),
      onReset: () => apply(noFilter),
      onPage: (place: { current: number; size: number }) => onSearch(ListPlace.parse(place)),
    },
    rows: {
      onOpen: ({ id }: { id: number }) => onSearch({ open: id }),
      openId: typeof search.open === 'number' ? search.open : undefined,
    },
    drawer: {
      onClose: () => close(),
      /** The last row of a page is gone: the page before has the rest. */
      onHandled() {
        const isLast = list.data?.records.length === 1 && search.current > 1
        close(isLast ? { current: search.current - 1 } : {})
      },
    },
  }
}

type FieldOptions<Filter> = {
  /** Values that the last query applied. */
  search: Filter & Partial<Days>
  draft: Partial<Filter>
  setDraft: (draft: Partial<Filter>) => void
  /** Labels of the two days. */
  days: [first: string, last: string]
}

/** Makes the fields of a list's filters. */
function filterFields<Filter extends object>({ search, draft, setDraft, days }: FieldOptions<Filter>) {
  const filter: Filter & Partial<Days> = { ...search, ...draft }
  type Name = keyof Filter & string
  type Value<K extends Name> = NonNullable<Filter[K]>
  const set = (key: Name, value: unknown) => setDraft({ ...draft, [key]: value })
  const field = (key: Name, label: string, control: ReactNode): ListFilter => ({
    key,
    label,
    control,
    isSet: filter[key] !== undefined,
    isApplied: search[key] !== undefined,
  })
  return {
    pick: <K extends Name>(key: K, label: string, Control: ComponentType<Choice<Value<K>>>) =>
      field(key, label, <Control label={label} value={filter[key] ?? undefined} onChange={(to) => set(key, to)} />),
    choice: <K extends Name>(
      key: K,
      label: string,
      options: { value: Value<K>; label: string }[],
      more: { loading?: boolean; showSearch?: true | { optionFilterProp: string } } = {},
    ) =>
      field(
        key,
        label,
        <Select<Value<K>, { value: Value<K>; label: string }>
          aria-label={label}
          placeholder={label}
          allowClear
          options={options}
          value={filter[key] ?? undefined}
          onChange={(to?: Value<K>) => set(key, to)}
          {...more}
        />,
      ),
    text: (key: Name, label: string, maxLength = 64) =>
      field(
        key,
        label,
        <Input
          aria-label={label}
          placeholder={label}
          allowClear
          maxLength={maxLength}
          value={String(filter[key] ?? '')}
          onChange={({ target }) => set(key, target.value.trim() ? target.value : undefined)}
        />,
      ),
    days: (): ListFilter => ({
      key: 'days',
      label: days.join(' → '),
      isSet: filter.from !== undefined || filter.to !== undefined,
      isApplied: search.from !== undefined || search.to !== undefined,
      control: (
        <DateRange labels={days} value={{ from: filter.from, to: filter.to }} onChange={(to) => setDraft({ ...draft, ...to })} />
      ),
    }),
  }
}

/** True when `search` has another value than `none` in one of its fields. */
function differs(search: object, none: object) {
  const set = new Map(Object.entries(search))
  return Object.entries(none).some(([name, value]) => set.get(name) !== value)
}
