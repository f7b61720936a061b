import type { IntercomGroup } from '@huanwei/contract/intercom/endpoints'
import { Status } from '@huanwei/contract/live/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { getRealtimeData } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { lazyMap } from '../../map/base/lazy-map.ts'
import type { Point } from '../../map/scene/points-scene.ts'
import { useIntercom } from './intercom.ts'

const PointsMap = lazyMap(async () => (await import('../../map/PointsMap.tsx')).PointsMap)
const everyMs = 10_000
/** Of a vehicle as a point beside people. */
const vehicleMark = -1

/** Where the members of a group are, as far as they are in the own scope: people who are there or named, and its vehicles. */
export function MembersMap({ group }: { group: IntercomGroup }) {
  const { t } = useTranslation('intercom')
  const state = useIntercom((s) => s.groups.find(({ id }) => id === group.id))
  const userIds = [...new Set([...(state?.present.map(({ userId }) => userId) ?? []), ...group.userIds])].sort((a, b) => a - b)
  const positionsOf = (objectType: ObjectType, ids: number[]) => ({
    ...query(getRealtimeData, { objectType, ids }),
    enabled: ids.length > 0,
    refetchInterval: everyMs,
  })
  const people = useQuery(positionsOf(ObjectType.person, userIds)).data
  const vehicles = useQuery(positionsOf(ObjectType.vehicle, group.vehicleIds)).data
  const speaking = state?.speaking
  const speaker = speaking?.userId ?? (speaking?.vehicleId ? speaking.vehicleId * vehicleMark : undefined)
  const points = useMemo(() => {
    const known = [...(userIds.length ? (people ?? []) : []), ...(group.vehicleIds.length ? (vehicles ?? []) : [])]
    return known.flatMap(({ objectType, objectId, objectName, lng, lat, status }): Point[] => {
      const id = objectType === ObjectType.vehicle ? objectId * vehicleMark : objectId
      const tone = status === Status.offline ? 'plain' : 'good'
      return lng === null || lat === null ? [] : [{ id, lng, lat, tone, label: objectName, isRinged: id === speaker }]
    })
  }, [people, vehicles, userIds.length, group.vehicleIds.length, speaker])
  const label = t('map', { name: group.name })
  return (
    <section className="intercom-map" aria-label={label}>
      {points.length ? (
        <Suspense fallback={<Skeleton.Node active />}>
          <PointsMap key={group.id} points={points} selected={undefined} onSelect={() => undefined} label={label} closest={16} />
        </Suspense>
      ) : (
        <p className="intercom-none">{t('noPlaces')}</p>
      )}
    </section>
  )
}
