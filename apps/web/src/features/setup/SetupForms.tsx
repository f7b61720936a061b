import { ObjectType } from '@huanwei/contract/objects'
import { ConditionKind } from '@huanwei/contract/rules/codes'
import type { Vehicle } from '@huanwei/contract/vehicles/endpoints'
import { useTranslation } from 'react-i18next'
import type { PageProps } from '../../lib/page.tsx'
import { AreaDrawer } from '../areas/AreaDrawer.tsx'
import { DepartmentDrawer } from '../departments/DepartmentDrawer.tsx'
import { RuleDrawer } from '../rules/RuleDrawer.tsx'
import { AddTerminalDrawer } from '../terminals/AddTerminalDrawer.tsx'
import { VehicleDrawer } from '../vehicles/VehicleDrawer.tsx'
import type { SetupSearch } from './setup-search.ts'

type Props = PageProps<SetupSearch> & { vehicle: Vehicle | undefined; deptId: number | undefined; areaIds: number[] }

/** The form of a step that makes something new, with what the steps before it have decided. */
export function SetupForms({ search: { open }, vehicle, deptId, areaIds, onSearch }: Props) {
  const { t } = useTranslation('setup')
  const close = () => onSearch({ open: undefined })
  switch (open) {
    case 'department':
      return (
        <DepartmentDrawer
          id="new"
          below={deptId ?? 0}
          onClose={close}
          onAdded={(added) => onSearch({ deptId: added.deptId, vehicleId: undefined })}
        />
      )
    case 'vehicle':
      return (
        <VehicleDrawer
          id="new"
          deptId={deptId}
          onClose={close}
          onHandled={close}
          onAdded={({ id }) => onSearch({ vehicleId: id })}
        />
      )
    case 'terminal':
      return vehicle && <AddTerminalDrawer vehicleId={vehicle.id} onClose={close} />
    case 'area':
      return (
        <AreaDrawer
          id="new"
          preset={{ ...(deptId && { deptId }), vehicleIds: vehicle ? [vehicle.id] : [] }}
          onClose={close}
          onHandled={close}
          onAdded={({ id }) => onSearch({ areaId: id })}
        />
      )
    case 'rule':
      return (
        vehicle && (
          <RuleDrawer
            objectType={ObjectType.vehicle}
            rule={undefined}
            preset={{
              name: t('ruleName', { plate: vehicle.plateNumber }),
              objectIds: [vehicle.id],
              ...(areaIds.length > 0 && { areaIds, kind: ConditionKind.outOfArea }),
            }}
            error={null}
            onReload={async () => undefined}
            onClose={close}
            onHandled={close}
          />
        )
      )
    default:
      return null
  }
}
