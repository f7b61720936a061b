import { ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../lib/tick.ts'
import { age } from '../../lib/time.ts'
import { isShown } from './list-columns.ts'

type Props = {
  actions?: ReactNode
  exportButton: ReactNode
  total: number | undefined
  /** Epoch ms of the data shown; 0 before the first. */
  updatedAt: number
  isFetching: boolean
  /** New rows that wait above those shown, until the person asks for them. */
  fresh: { count: number; onShow: () => void } | undefined
  /** Shows and hides the filters. */
  filterButton: ReactNode
  onRefresh: () => void
  columns: { key: string; title: string; spare?: boolean; always?: true }[]
  /** Keys of the columns that are not as they are at first. */
  turned: string[]
  onTurned: (turned: string[]) => void
}

export function ListTools({
  actions,
  exportButton,
  total,
  updatedAt,
  isFetching,
  fresh,
  filterButton,
  onRefresh,
  columns,
  turned,
  onTurned,
}: Props) {
  const { t } = useTranslation('list')
  return (
    <div className="list-tools">
      {actions}
      <strong>{total === undefined ? ' ' : t('total', { total })}</strong>
      {updatedAt > 0 && <Freshness updatedAt={updatedAt} />}
      {fresh && (
        <span role="status">
          {fresh.count > 0 && (
            <Button size="small" autoInsertSpace={false} onClick={fresh.onShow}>
              {t('desk.fresh', { n: fresh.count })}
            </Button>
          )}
        </span>
      )}
      <span className="list-tools-right">
        {filterButton}
        <Button
          shape="circle"
          icon={<ReloadOutlined spin={isFetching} />}
          title={t('action.refresh')}
          aria-label={t('action.refresh')}
          onClick={onRefresh}
        />
        {exportButton}
        <ColumnChoice columns={columns} turned={turned} onTurned={onTurned} />
      </span>
    </div>
  )
}

type ChoiceProps = Pick<Props, 'columns' | 'turned' | 'onTurned'>

function ColumnChoice({ columns, turned, onTurned }: ChoiceProps) {
  const { t } = useTranslation('list')
  const [isOpen, setOpen] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its button and boxes let through
    <span
      className="list-choice"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <Button
        shape="circle"
        icon={<SettingOutlined />}
        title={t('columns')}
        aria-label={t('columns')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <fieldset className="list-columns" tabIndex={-1}>
          <legend>{t('columns')}</legend>
          {columns
            .filter(({ always }) => !always)
            .map(({ key, title, spare }) => (
              <label key={key}>
                <input
                  type="checkbox"
                  checked={isShown({ key, spare }, turned)}
                  onChange={() => onTurned(turned.includes(key) ? turned.filter((each) => each !== key) : [...turned, key])}
                />
                {title}
              </label>
            ))}
        </fieldset>
      )}
    </span>
  )
}

/** Age of the rows. Renders alone, once a second. */
function Freshness({ updatedAt }: { updatedAt: number }) {
  const { t } = useTranslation('list')
  return <span className="list-fresh">{t('updated', { age: age(useTick() - updatedAt) })}</span>
}
