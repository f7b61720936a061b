import { EmergencyState } from '@huanwei/contract/emergencies/codes'
import { listEmergencies } from '@huanwei/contract/emergencies/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useEmergencies } from '../../live/emergencies.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { objectTreeSelects } from '../objects/ObjectTreeSelect.tsx'
import { toListInput } from '../queues/queue-search.ts'
import { UserSelect } from '../users/UserSelect.tsx'
import { useEmergencyColumns } from './EmergencyColumns.tsx'
import { EmergencyDrawer } from './EmergencyDrawer.tsx'
import type { EmergenciesSearch } from './emergency-search.ts'
import './emergency-list.css'

type Filter = Pick<EmergenciesSearch, 'from' | 'to' | 'deptId' | 'objectId' | 'handlerId' | 'emergencyState' | 'kind'>
const noFilter: Filter = {
  from: undefined,
  to: undefined,
  deptId: undefined,
  objectId: undefined,
  handlerId: undefined,
  emergencyState: undefined,
  kind: undefined,
}

/** All calls for help and drills: who called, who took it when, who was told and how it ended. Record: docs/decisions/0062. */
export function EmergenciesPage({ search, onSearch }: PageProps<EmergenciesSearch>) {
  const { t } = useTranslation(['emergencies', 'list'])
  const { asked, list } = useEmergencyList(search)
  const { fields, frame, rows, drawer } = useListFilter({ search, onSearch, noFilter, list })
  const { objectType } = search
  return (
    <>
      <ListFrame
        name="emergencies"
        label={t('title')}
        lead={<KindSwitch value={objectType} onChange={(to) => onSearch({ objectType: to, objectId: undefined, current: 1 })} />}
        filters={[
          fields.days(),
          fields.choice(
            'emergencyState',
            t('state'),
            Object.values(EmergencyState).map((value) => ({ value, label: t(`states.${value}`) })),
          ),
          ...(objectType ? [fields.pick('objectId', t('object'), objectTreeSelects[objectType])] : []),
          fields.pick('deptId', t('department'), DepartmentSelect),
          fields.pick('handlerId', t('handler'), UserSelect),
          fields.choice('kind', t('kind'), [
            { value: 'real', label: t('real') },
            { value: 'drill', label: t('drill') },
          ]),
        ]}
        exportButton={<ExportButton {...asked} />}
        columns={useEmergencyColumns()}
        {...frame}
        {...rows}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{ title: t('none'), hint: t('noneHint') }}
      />
      {search.open !== undefined && <EmergencyDrawer key={search.open} id={search.open} onClose={drawer.onClose} />}
    </>
  )
}

/** The list and its call, asked again whenever an open call changes. */
function useEmergencyList(search: EmergenciesSearch) {
  const { kind, emergencyState, objectType, objectId, handlerId } = search
  const asked = query(listEmergencies, {
    ...toListInput(search),
    emergencyState,
    isDrill: kind && (kind === 'drill' ? 'true' : 'false'),
    objectType,
    objectId: objectType && objectId,
    handlerId,
  })
  const list = useQuery({ ...asked, placeholderData: keepPreviousData })
  const renew = useEffectEvent(() => void list.refetch())
  useEffect(() => useEmergencies.subscribe(() => renew()), [])
  return { asked, list }
}

type KindProps = { value: ObjectType | undefined; onChange: (to: ObjectType | undefined) => void }

function KindSwitch({ value, onChange }: KindProps) {
  const { t } = useTranslation('emergencies')
  const kinds = Object.values(ObjectType).map((type) => ({ value: type, label: t(`objectTypes.${type}`) }))
  return (
    <Segments<ObjectType | 'all'>
      aria-label={t('objectType')}
      options={[{ value: 'all', label: t('list') }, ...kinds]}
      value={value ?? 'all'}
      onChange={(to) => onChange(to === 'all' ? undefined : to)}
    />
  )
}
