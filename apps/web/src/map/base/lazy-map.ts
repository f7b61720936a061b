import { type ComponentType, lazy, type ReactNode } from 'react'
import { NoMap } from './NoMap.tsx'

/** A map whose code is asked for when it is first drawn; `Without` stands in its place when that does not arrive. */
export const lazyMap = <Props extends object>(load: () => Promise<ComponentType<Props>>, Without: () => ReactNode = NoMap) =>
  lazy(() =>
    load().then(
      (map) => ({ default: map }),
      () => ({ default: Without }),
    ),
  )
