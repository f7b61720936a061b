import { EditOutlined } from '@ant-design/icons'
import { collectionRoute } from '@huanwei/contract/cans/rules'
import { getKnownFacilities } from '@huanwei/contract/facilities/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select, Skeleton, Switch } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { lazyMap } from '../../map/base/lazy-map.ts'
import { useAllAreas } from '../../map/shapes/use-all-areas.ts'
import { ManyChoice } from '../../ui/select/ManyChoice.tsx'
import { AreaDrawer } from '../areas/AreaDrawer.tsx'
import { StopSelect } from './StopSelect.tsx'

const PointsMap = lazyMap(async () => (await import('../../map/PointsMap.tsx')).PointsMap)

/** Where is worked: roads and stops, by name or on the map. */
export function WorkPlaceFields() {
  const { t } = useTranslation('work')
  const roads = useRoads()
  return (
    <>
      <Form.Item name="areaIds" label={t('roads')} extra={t('roadsHint')}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={roads.map(({ id, name, deptName }) => ({ value: id, label: `${name} · ${deptName}` }))}
        />
      </Form.Item>
      <DrawRoad />
      <Form.Item name="facilityIds" label={t('stops')} extra={t('stopsHint')}>
        <ManyChoice label={t('stops')} Select={StopSelect} />
      </Form.Item>
      <PlaceChoice />
      <div className="form-columns">
        <Form.Item name="enabled" label={t('enabled')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
      <Form.Item name="remark" label={t('remark')}>
        <Input.TextArea maxLength={500} rows={2} />
      </Form.Item>
    </>
  )
}

/** Draws a road that is not there yet: it becomes an area of the crew, and one of the plan's. */
function DrawRoad() {
  const { t } = useTranslation('work')
  const form = Form.useFormInstance()
  const may = useMay('admin_area_add')
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  const close = () => setOpen(false)
  return (
    <>
      <Form.Item>
        <Button icon={<EditOutlined aria-hidden />} onClick={() => setOpen(true)}>
          {t('drawRoad')}
        </Button>
      </Form.Item>
      {isOpen && (
        <AreaDrawer
          id="new"
          addTitle={t('addRoad')}
          only="route"
          preset={{ deptId: form.getFieldValue('deptId') }}
          onAdded={({ id }) => form.setFieldValue('areaIds', [...(form.getFieldValue('areaIds') ?? []), id])}
          onClose={close}
          onHandled={close}
        />
      )}
    </>
  )
}

const noAreas: [] = []

/** The areas in scope that are routes. */
function useRoads() {
  const areas = useAllAreas().data?.records ?? noAreas
  return useMemo(
    () => areas.flatMap((area) => (area.shape.kind === 'route' ? [{ ...area, line: area.shape.line }] : [])),
    [areas],
  )
}

/** All roads on the map, the chosen ones in colour, and the chosen stops; a click chooses a road, or takes it back. */
function PlaceChoice() {
  const { t } = useTranslation('work')
  const form = Form.useFormInstance()
  const areaIds = Form.useWatch<number[] | undefined>('areaIds')
  const facilityIds = Form.useWatch<number[] | undefined>('facilityIds')
  const roads = useRoads()
  const facilities = useQuery({
    ...query(getKnownFacilities, { ids: facilityIds ?? [] }),
    enabled: Boolean(facilityIds?.length),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const tones = useMemo(
    () =>
      roads
        .map(({ id, line }) => ({
          id,
          tone: areaIds?.includes(id) ? ('chosen' as const) : ('plain' as const),
          lines: [line],
        }))
        .sort((a, b) => Number(a.tone === 'chosen') - Number(b.tone === 'chosen')),
    [roads, areaIds],
  )
  const points = useMemo(
    () =>
      (facilityIds ?? []).flatMap((id, i) => {
        const place = facilities.data?.find((one) => one.id === id)
        return place
          ? [{ id, lng: place.lng, lat: place.lat, tone: 'plain' as const, number: i + 1, label: `${i + 1} ${place.name}` }]
          : []
      }),
    [facilityIds, facilities.data],
  )
  const way = useMemo(() => points.map(({ lng, lat }): [number, number] => [lng, lat]), [points])
  const places = facilities.data?.filter(({ id }) => facilityIds?.includes(id)) ?? []
  const arrange = () =>
    form.setFieldValue(
      'facilityIds',
      collectionRoute(places).map(({ place }) => place.id),
    )
  const toggle = (id: number) => {
    const chosen = areaIds ?? []
    form.setFieldValue('areaIds', chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  }
  if (!roads.length && !points.length) return null
  return (
    <>
      {places.length > 2 && places.length === facilityIds?.length && (
        <Form.Item>
          <Button onClick={arrange}>{t('shortestWay')}</Button>
        </Form.Item>
      )}
      <div className="work-map">
        <Suspense fallback={<Skeleton.Node active />}>
          <PointsMap
            points={points}
            selected={undefined}
            onSelect={() => undefined}
            line={way}
            tones={tones}
            onLine={toggle}
            label={t('chooseRoad')}
          />
        </Suspense>
      </div>
    </>
  )
}
