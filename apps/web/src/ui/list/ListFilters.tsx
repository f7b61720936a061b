import { DownOutlined, SearchOutlined, UndoOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** `control` fills the width it is given and carries `label` as its accessible name. */
export type ListFilter = {
  key: string
  label: string
  control: ReactNode
  isSet: boolean
  /** The rows are those that it leaves; one set since the last query is not applied yet. */
  isApplied: boolean
}

type Props = {
  lead?: ReactNode
  filters: ListFilter[]
  /** False while the rows are awaited: they come first, the costly controls after them. */
  isReady: boolean
  /** None waits behind 更多. */
  showsAll?: boolean
  onQuery: () => void
  onReset: () => void
}

/** px a filter wants, and what the buttons take with and without 更多. */
const fieldWidth = 192
const buttonsWidth = 250
const fewButtonsWidth = 182

/** Number of filters that fit beside a lead of that width, with 更多 behind them; at least one. Pure. */
const fitting = (row: number, lead: number, count: number) =>
  Math.min(count, Math.max(1, Math.floor((row - lead - buttonsWidth) / fieldWidth)))

/**
 * Number of filters shown, all before the first measurement. The lead stands alone, above them, where that shows the others too, or two more at
 * least. Pure.
 */
function arrange({ row, lead }: { row: number; lead: number }, count: number) {
  if (row === 0) return { isAlone: false, fit: count }
  const beside = fitting(row, lead, count)
  const below = row - fewButtonsWidth >= count * fieldWidth ? count : fitting(row, 0, count)
  const isAlone = below > beside && (below === count || below >= beside + 2)
  return { isAlone, fit: isAlone ? below : beside }
}

/** Widths of the row and of its lead, px; 0 before the first measurement. */
function useWidths() {
  const box = useRef<HTMLFormElement>(null)
  const leadBox = useRef<HTMLDivElement>(null)
  const [widths, setWidths] = useState({ row: 0, lead: 0 })
  useLayoutEffect(() => {
    const measure = () =>
      setWidths({ row: Math.round(box.current?.clientWidth ?? 0), lead: Math.round(leadBox.current?.offsetWidth ?? 0) })
    measure()
    const observer = new ResizeObserver(measure)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return { box, leadBox, widths }
}

/** One row that fits the width; what does not fit waits behind 更多, opened when one of the hidden is set. */
export function ListFilters({ lead, filters, isReady, showsAll = false, onQuery, onReset }: Props) {
  const { t } = useTranslation('list')
  const { box, leadBox, widths } = useWidths()
  const [choice, setChoice] = useState<boolean>()

  const { isAlone, fit: fitted } = arrange(widths, filters.length)
  const fit = showsAll ? filters.length : fitted
  const isOpen = choice ?? filters.slice(fit).some(({ isSet }) => isSet)
  return (
    <form
      className="list-filters"
      ref={box}
      onSubmit={(event) => {
        event.preventDefault()
        onQuery()
      }}
    >
      {lead && (
        <div className="list-lead" data-alone={isAlone ? '' : undefined}>
          <span ref={leadBox}>{lead}</span>
        </div>
      )}
      {filters.slice(0, isOpen ? undefined : fit).map(({ key, label, control }) => (
        <div key={key} className="list-field">
          {isReady ? control : <div className="list-standin">{label}</div>}
        </div>
      ))}
      <div className="list-buttons">
        <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />} autoInsertSpace={false}>
          {t('action.query')}
        </Button>
        <Button icon={<UndoOutlined aria-hidden />} onClick={onReset} autoInsertSpace={false}>
          {t('action.reset')}
        </Button>
        {fit < filters.length && (
          <Button
            type="link"
            icon={isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            iconPlacement="end"
            aria-expanded={isOpen}
            autoInsertSpace={false}
            onClick={() => setChoice(!isOpen)}
          >
            {t(isOpen ? 'less' : 'more')}
          </Button>
        )}
      </div>
    </form>
  )
}
