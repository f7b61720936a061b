import { getVehicleAreas } from '@huanwei/contract/areas/endpoints'
import { listVehicleRules } from '@huanwei/contract/rules/endpoints'
import { getVehicle } from '@huanwei/contract/vehicles/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { AreaSelect } from '../areas/AreaSelect.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { VehicleSelect } from '../vehicles/VehicleSelect.tsx'
import { SetupForms } from './SetupForms.tsx'
import { SetupRules } from './SetupRules.tsx'
import { SetupStep } from './SetupStep.tsx'
import { SetupTerminal } from './SetupTerminal.tsx'
import type { SetupSearch } from './setup-search.ts'
import './setup.css'

/** A vehicle from nothing in five steps: department, vehicle, terminal, area, rule. Each takes what exists or makes it; it can be left and resumed. */
export function SetupPage({ search, onSearch }: PageProps<SetupSearch>) {
  const { t } = useTranslation(['setup', 'vehicles'])
  const { vehicleId, areaId } = search
  const isChosen = vehicleId !== undefined
  const { data: vehicle } = useQuery({ ...query(getVehicle, { id: vehicleId ?? 0 }), enabled: isChosen })
  const areas = useQuery({ ...query(getVehicleAreas, { id: vehicleId ?? 0 }), enabled: isChosen }).data
  const rules = useQuery({ ...query(listVehicleRules, { objectId: vehicleId }), enabled: isChosen }).data
  const deptId = vehicle?.deptId ?? search.deptId
  const [mayDepartment, mayVehicle, mayArea] = [useMay('sys_dept_add'), useMay('admin_vehicle_add'), useMay('admin_area_add')]
  const open = (form: SetupSearch['open']) => onSearch({ open: form })
  const begins = (form: SetupSearch['open'], may: boolean, label: string) =>
    may && (
      <Button autoInsertSpace={false} onClick={() => open(form)}>
        {label}
      </Button>
    )
  const done = {
    department: deptId !== undefined,
    vehicle: vehicle !== undefined,
    terminal: vehicle !== undefined && vehicle.terminalNo !== null,
    area: areaId !== undefined || (areas?.length ?? 0) > 0,
    rule: (rules?.filter(({ enabled }) => enabled).length ?? 0) > 0,
  }
  const next = (['department', 'vehicle', 'terminal', 'area', 'rule'] as const).find((step) => !done[step])
  const step = (name: keyof typeof done) => ({ name, isDone: done[name], isNext: next === name })

  return (
    <Flex vertical component="section" className="setup" aria-labelledby="setup-title">
      <header>
        <h1 id="setup-title">{vehicle ? t('titleOf', { plate: vehicle.plateNumber }) : t('title')}</h1>
        <p>{t('hint')}</p>
      </header>
      <ol>
        <SetupStep {...step('department')}>
          <DepartmentSelect
            label={t('department')}
            value={deptId}
            onChange={(to) => onSearch({ deptId: to, vehicleId: undefined, areaId: undefined })}
          />
          {begins('department', mayDepartment, t('newDepartment'))}
        </SetupStep>
        <SetupStep {...step('vehicle')}>
          <VehicleSelect label={t('vehicle')} value={vehicleId} onChange={(to) => onSearch({ vehicleId: to })} />
          {begins('vehicle', mayVehicle, t('newVehicle'))}
        </SetupStep>
        <SetupStep {...step('terminal')}>
          <SetupTerminal vehicle={vehicle} onNew={() => open('terminal')} />
        </SetupStep>
        <SetupStep {...step('area')}>
          {areas && areas.length > 0 && <p>{t('worksIn', { names: areas.map(({ name }) => name).join(t('and')) })}</p>}
          <AreaSelect label={t('area')} value={areaId} onChange={(to) => onSearch({ areaId: to })} />
          {begins('area', mayArea, t('newArea'))}
        </SetupStep>
        <SetupStep {...step('rule')}>
          <SetupRules vehicle={vehicle} rules={rules} onNew={() => open('rule')} />
        </SetupStep>
      </ol>
      {next === undefined && vehicle && (
        <p className="setup-done" role="status">
          <strong>{t('done', { plate: vehicle.plateNumber })}</strong>{' '}
          <Link className="list-link" to={`/asset/vehicle/index?open=${vehicle.id}`}>
            {t('see')}
          </Link>{' '}
          <Link className="list-link" to="/asset/vehicle/setup">
            {t('another')}
          </Link>
        </p>
      )}
      <SetupForms search={search} vehicle={vehicle} deptId={deptId} areaIds={areaIdsOf(areaId, areas)} onSearch={onSearch} />
    </Flex>
  )
}

/** The chosen area, else those that the vehicle works in. */
const areaIdsOf = (chosen: number | undefined, areas: readonly { id: number }[] | undefined) =>
  chosen === undefined ? (areas?.map(({ id }) => id) ?? []) : [chosen]
