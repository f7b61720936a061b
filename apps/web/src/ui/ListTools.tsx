import { ColumnHeightOutlined, ReloadOutlined, SearchOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import { useTranslation } from 'react-i18next'
import { age } from '../lib/time.ts'
import { useTick } from './list-tick.ts'

type Props = {
  total: number | undefined
  /** Epoch ms of the data shown; 0 before the first. */
  updatedAt: number
  isFetching: boolean
  isSearchShown: boolean
  onSearchShown: (shown: boolean) => void
  onRefresh: () => void
  columns: { key: string; title: string; always?: true }[]
  hidden: string[]
  onHidden: (hidden: string[]) => void
}

export function ListTools({
  total,
  updatedAt,
  isFetching,
  isSearchShown,
  onSearchShown,
  onRefresh,
  columns,
  hidden,
  onHidden,
}: Props) {
  const { t } = useTranslation('list')
  const search = t(isSearchShown ? 'hideSearch' : 'showSearch')
  const choice = (
    <fieldset className="list-columns">
      <legend>{t('columns')}</legend>
      {columns
        .filter(({ always }) => !always)
        .map(({ key, title }) => (
          <Checkbox
            key={key}
            checked={!hidden.includes(key)}
            onChange={({ target }) => onHidden(target.checked ? hidden.filter((each) => each !== key) : [...hidden, key])}
          >
            {title}
          </Checkbox>
        ))}
    </fieldset>
  )
  return (
    <div className="list-tools">
      <strong>{total === undefined ? ' ' : t('total', { total })}</strong>
      {updatedAt > 0 && <Freshness updatedAt={updatedAt} />}
      <span className="list-tools-right">
        <Button
          shape="circle"
          icon={isSearchShown ? <ColumnHeightOutlined /> : <SearchOutlined />}
          title={search}
          aria-label={search}
          aria-pressed={!isSearchShown}
          onClick={() => onSearchShown(!isSearchShown)}
        />
        <Button
          shape="circle"
          icon={<ReloadOutlined spin={isFetching} />}
          title={t('action.refresh')}
          aria-label={t('action.refresh')}
          onClick={onRefresh}
        />
        <Popover trigger="click" placement="bottomRight" content={choice}>
          <Button shape="circle" icon={<SettingOutlined />} title={t('columns')} aria-label={t('columns')} />
        </Popover>
      </span>
    </div>
  )
}

/** How old the rows are. Draws alone, once a second. */
function Freshness({ updatedAt }: { updatedAt: number }) {
  const { t } = useTranslation('list')
  return <span className="list-fresh">{t('updated', { age: age(useTick() - updatedAt) })}</span>
}
