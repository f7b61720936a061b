import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMay } from '../../lib/session.ts'
import { useMenuPages } from '../../shell/menu/menu-pages.ts'
import './assets.css'

type Props = {
  label: string
  /** Says that there is none. */
  none: string
  terminal: { terminalNo: string | null; deviceId: number | null }
}

const page = '/asset/terminal/index'

/** The terminal that reports for an asset, or the way to bind one. */
export function BoundTerminal({ label, none, terminal: { terminalNo, deviceId } }: Props) {
  const { t } = useTranslation('assets')
  const isHeld = useMenuPages(null)?.has(page)
  const mayAdd = useMay('admin_device_add')
  return (
    <p className="asset-terminal">
      <span className="list-sub">{label}</span>{' '}
      {deviceId !== null && isHeld ? <Link to={`${page}?open=${deviceId}`}>{terminalNo}</Link> : (terminalNo ?? none)}
      {deviceId === null && isHeld && mayAdd && <Link to={`${page}?open=new`}>{t('bindTerminal')}</Link>}
    </p>
  )
}
