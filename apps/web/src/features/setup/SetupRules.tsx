import { changeVehicleRule, listVehicleRules, type MonitoringRule } from '@huanwei/contract/rules/endpoints'
import type { Vehicle } from '@huanwei/contract/vehicles/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'

type Props = { vehicle: Vehicle | undefined; rules: MonitoringRule[] | undefined; onNew: () => void }

/** The rules that watch the vehicle; another one can be told to, or a new one made. */
export function SetupRules({ vehicle, rules, onNew }: Props) {
  const { t } = useTranslation('setup')
  const [mayAdd, mayEdit] = [useMay('admin_vehiclemonitoringrule_add'), useMay('admin_vehiclemonitoringrule_edit')]
  const all = useQuery({ ...query(listVehicleRules, {}), enabled: vehicle !== undefined && mayEdit }).data
  const change = useAct(changeVehicleRule, [listVehicleRules])
  if (!vehicle) return <p>{t('vehicleFirst')}</p>
  const watching = new Set(rules?.map(({ id }) => id))
  const others = all?.filter(({ id }) => !watching.has(id)) ?? []
  function watch(id: number) {
    const rule = others.find((one) => one.id === id)
    if (rule && vehicle) void change({ ...rule, objectIds: [...rule.objectIds, vehicle.id] })
  }
  return (
    <>
      {rules && rules.length > 0 && (
        <ul aria-label={t('watchedBy')}>
          {rules.map(({ id, name, enabled }) => (
            <li key={id}>
              {name} {!enabled && <span className="list-sub">{t('off')}</span>}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && others.length > 0 && (
        <Select<number>
          aria-label={t('otherRule')}
          placeholder={t('otherRule')}
          value={null}
          showSearch={{ optionFilterProp: 'label' }}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={watch}
        />
      )}
      {mayAdd && (
        <Button autoInsertSpace={false} onClick={onNew}>
          {t('newRule')}
        </Button>
      )}
    </>
  )
}
