import { i18n } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../ui/list/list-columns.ts'
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

/** The column in which rows are picked, in the language in force. */
export const pickColumn = <Row extends { id: number }>(picks: Picks): ListColumn<Row> => ({
  key: 'pick',
  title: i18n.t('list:pick'),
  head: <PickBox label={i18n.t('list:pickAll')} isOn={picks.isWhole} onToggle={picks.toggleAll} />,
  width: 40,
  always: true,
  card: 'box',
  cell: ({ id }, number) => (
    <PickBox label={i18n.t('list:pickRow', { number })} isOn={picks.ids.includes(id)} onToggle={() => picks.toggle(id)} />
  ),
})
