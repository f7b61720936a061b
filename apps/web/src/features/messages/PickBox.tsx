import type { TFunction } from 'i18next'
import type { ListColumn } from '../../ui/list-columns.ts'
import type { Picks } from './use-picks.ts'
import './picks.css'

type BoxProps = { label: string; isOn: boolean; onToggle: (isOn: boolean) => void }

/** A plain box: twenty of antd's would be felt when a page is turned. */
const PickBox = ({ label, isOn, onToggle }: BoxProps) => (
  <input
    type="checkbox"
    className="pick-box"
    aria-label={label}
    checked={isOn}
    onChange={({ target }) => onToggle(target.checked)}
  />
)

/** The column in which rows are picked; `t` of the namespace `list`. */
export const pickColumn = <Row extends { id: number }>(picks: Picks, t: TFunction): ListColumn<Row> => ({
  key: 'pick',
  title: t('list:pick'),
  head: <PickBox label={t('list:pickAll')} isOn={picks.isWhole} onToggle={picks.toggleAll} />,
  width: 40,
  always: true,
  cell: ({ id }, number) => (
    <PickBox label={t('list:pickRow', { number })} isOn={picks.ids.includes(id)} onToggle={() => picks.toggle(id)} />
  ),
})
