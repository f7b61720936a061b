import { ObjectType } from '@huanwei/contract/objects'
import { bindTerminal, listTerminals } from '@huanwei/contract/terminals/endpoints'
import { getVehicle, listVehicles, type Vehicle } from '@huanwei/contract/vehicles/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { OnlineTag } from '../assets/OnlineTag.tsx'

type Props = { vehicle: Vehicle | undefined; onNew: () => void }

/** Terminals that are offered. */
const mostOffered = 100

/** The terminal of the vehicle: the one it has, a free one, or a new one by its number. */
export function SetupTerminal({ vehicle, onNew }: Props) {
  const { t } = useTranslation('setup')
  const [mayView, mayAdd, mayEdit] = [useMay('admin_device_view'), useMay('admin_device_add'), useMay('admin_device_edit')]
  const isOpen = vehicle !== undefined && vehicle.terminalNo === null
  const free = useQuery({
    ...query(listTerminals, { bound: 'false', size: mostOffered }),
    enabled: isOpen && mayView && mayEdit,
  }).data?.records
  const bind = useAct(bindTerminal, [listTerminals, getVehicle, listVehicles])
  if (!vehicle) return <p>{t('vehicleFirst')}</p>
  if (!isOpen)
    return (
      <p>
        {vehicle.terminalNo} <OnlineTag online={vehicle.online} />
      </p>
    )
  const bindTo = (id: number) => void bind({ id, objectType: ObjectType.vehicle, objectId: vehicle.id })
  return (
    <>
      {free && free.length > 0 && (
        <Select<number>
          aria-label={t('freeTerminal')}
          placeholder={t('freeTerminal')}
          showSearch={{ optionFilterProp: 'label' }}
          options={free.map(({ id, terminalNo }) => ({ value: id, label: terminalNo }))}
          onChange={bindTo}
        />
      )}
      {mayAdd && (
        <Button autoInsertSpace={false} onClick={onNew}>
          {t('newTerminal')}
        </Button>
      )}
    </>
  )
}
