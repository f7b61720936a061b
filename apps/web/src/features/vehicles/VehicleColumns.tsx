import type { Vehicle } from '@huanwei/contract/vehicles/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { indexColumn, openColumn, whole } from '../../ui/list/list-cells.tsx'
import type { ListColumn } from '../../ui/list/list-columns.ts'
import { connectionColumn } from '../assets/connection.tsx'
import { pickColumn } from '../queues/PickBox.tsx'
import type { Picks } from '../queues/use-picks.ts'

/** `picks` where several can be chosen. */
export function useVehicleColumns(picks: Picks | undefined): ListColumn<Vehicle>[] {
  const { t } = useTranslation(['vehicles', 'terminals', 'list'])
  const mayEdit = useMay('admin_vehicle_edit')
  return useMemo(
    () => [
      ...(picks ? [pickColumn<Vehicle>(picks)] : []),
      indexColumn(t('list:index')),
      {
        key: 'plate',
        title: t('plateNumber'),
        width: 176,
        always: true,
        card: 'title',
        cell: ({ plateNumber, name }) => (
          <span title={`${plateNumber} ${name}`}>
            {plateNumber} {name && <span className="list-sub">{name}</span>}
          </span>
        ),
      },
      { key: 'department', title: t('department'), width: 130, card: 'detail', cell: ({ deptName }) => whole(deptName) },
      { key: 'type', title: t('type'), width: 110, card: 'detail', cell: ({ vehicleTypeName }) => whole(vehicleTypeName) },
      { key: 'driver', title: t('driver'), width: 90, cell: ({ driverName }) => whole(driverName) },
      { key: 'driverPhone', title: t('driverPhone'), width: 116, cell: ({ driverPhone }) => whole(driverPhone) },
      {
        key: 'terminal',
        title: t('terminal'),
        width: 124,
        card: 'time',
        cell: ({ terminalNo }) => whole(terminalNo ?? t('noTerminal')),
      },
      connectionColumn(t('terminals:connection')),
      { key: 'remark', title: t('remark'), spare: true, cell: ({ remark }) => whole(remark) },
      { key: 'time', title: t('createTime'), width: 170, spare: true, cell: ({ createTime }) => createTime },
      openColumn(t('list:action'), () => t(mayEdit ? 'edit' : 'list:details'), 70),
    ],
    [t, mayEdit, picks],
  )
}
