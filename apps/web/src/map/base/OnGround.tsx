import { getBaseMap } from '@huanwei/contract/sites/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { query } from '../../lib/api.ts'
import { MapFailure, MapLoading } from './MapNotice.tsx'
import type { Ground } from './open-map.ts'
import { useLand } from './use-land.ts'
import './map.css'

type Props = { className?: string; children: (ground: Ground) => ReactNode }

/** The base map that every map stands on; what stands on it is drawn anew in a theme with another land. */
export function OnGround({ className = 'map', children }: Props) {
  const { data, error, refetch } = useQuery({ ...query(getBaseMap, {}), staleTime: Number.POSITIVE_INFINITY })
  const land = useLand()
  if (data) return <Fragment key={land.ground}>{children({ ...data, land })}</Fragment>
  return <div className={className}>{error ? <MapFailure error={error} onRetry={refetch} /> : <MapLoading />}</div>
}
