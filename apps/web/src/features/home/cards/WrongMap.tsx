import type { Briefing } from '@huanwei/contract/home/endpoints'
import { Status } from '@huanwei/contract/live/codes'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { keyOf } from '../../../live/object-key.ts'
import { PointsMap } from '../../../map/PointsMap.tsx'
import { listPages, liveTabs } from '../links.ts'

/** A quarter with its main streets: one alarm alone is found on it. */
const closest = 14

/** Where what is wrong is; a press opens it on the live page. */
export function WrongMap({ objects }: { objects: NonNullable<Briefing['wrong']>['objects'] }) {
  const { t } = useTranslation('home')
  const navigate = useNavigate()
  const points = useMemo(
    () =>
      objects.map(({ name, status, lng, lat }, id) => {
        const tone = status === Status.alert ? ('bad' as const) : ('warn' as const)
        return { id, lng, lat, tone, label: t('wrongAt', { name }) }
      }),
    [objects, t],
  )
  const open = (at: number) => {
    const object = objects[at]
    if (object) void navigate(`${listPages.live}?tab=${liveTabs[object.objectType]}&selected=${keyOf(object)}`)
  }
  return <PointsMap points={points} selected={undefined} onSelect={open} closest={closest} label={t('wrongMap')} />
}
