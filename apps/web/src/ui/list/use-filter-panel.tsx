import { FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListFilter, ListFilters } from './ListFilters.tsx'

type Options = {
  isNarrow: boolean
  lead: ReactNode
  filters: ListFilter[]
  isReady: boolean
  onQuery: () => void
  onReset: () => void
}

/** The filters of a list: above its tools, on a narrow screen below them and opened by a button. `button` is one of the tools. */
export function useFilterPanel({ isNarrow, lead, filters, isReady, onQuery, onReset }: Options) {
  /** The person's choice; without one the filters are shown where they leave room for rows. */
  const [choice, setChoice] = useState<boolean>()
  const toggle = useRef<HTMLButtonElement>(null)
  const isShown = choice ?? !isNarrow
  /** The act that closes the panel gives the focus back. */
  const closing = (act: () => void) => () => {
    act()
    toggle.current?.focus()
    setChoice(undefined)
  }
  const leadAlone = lead && <div className="list-lead">{lead}</div>
  if (!filters.length) return { above: leadAlone, button: null, below: null }
  if (!isNarrow) {
    return {
      above: isShown && <ListFilters {...{ lead, filters, isReady, onQuery, onReset }} />,
      button: <SearchButton isShown={isShown} onShown={setChoice} />,
      below: null,
    }
  }
  const count = filters.filter(({ isApplied }) => isApplied).length
  return {
    above: leadAlone,
    button: <FilterButton ref={toggle} isShown={isShown} onShown={setChoice} count={count} />,
    below: isShown && (
      <ListFilters filters={filters} isReady={isReady} showsAll onQuery={closing(onQuery)} onReset={closing(onReset)} />
    ),
  }
}

type ShownProps = { isShown: boolean; onShown: (isShown: boolean) => void }

/** Hides the row of filters, for more rows of the table. */
function SearchButton({ isShown, onShown }: ShownProps) {
  const { t } = useTranslation('list')
  const text = t(isShown ? 'hideSearch' : 'showSearch')
  return (
    <Button
      shape="circle"
      icon={<SearchOutlined />}
      type={isShown ? 'default' : 'primary'}
      title={text}
      aria-label={text}
      onClick={() => onShown(!isShown)}
    />
  )
}

/** Opens the filters where they would fill the screen; `count` of them are applied. */
export function FilterButton({ isShown, onShown, count, ref }: ShownProps & { count: number; ref?: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation('list')
  return (
    <Button
      ref={ref}
      icon={<FilterOutlined aria-hidden />}
      aria-expanded={isShown}
      autoInsertSpace={false}
      onClick={() => onShown(!isShown)}
    >
      {count > 0 ? t('filtersApplied', { n: count }) : t('filters')}
    </Button>
  )
}
