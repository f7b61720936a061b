import { NodeIndexOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMay } from '../../lib/session.ts'

/** The way to the guided set-up of a vehicle: of a new one without `id`. */
export function SetupWay({ id }: { id?: number }) {
  const { t } = useTranslation('vehicles')
  const mayAdd = useMay('admin_vehicle_add')
  if (!mayAdd) return null
  return (
    <Link className="list-link" to={`/asset/vehicle/setup${id === undefined ? '' : `?vehicleId=${id}`}`}>
      <NodeIndexOutlined aria-hidden /> {t(id === undefined ? 'setUp' : 'setUpOn')}
    </Link>
  )
}
