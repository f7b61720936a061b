import { Suspense } from 'react'
import { lazyMap } from '../base/lazy-map.ts'
import type { ShownArea } from '../shapes/area-layers.ts'
import type { Place } from './PlaceMap.tsx'

const PlaceMap = lazyMap(async () => (await import('./PlaceMap.tsx')).PlaceMap)

/** In a form, `Form.Item` gives everything. */
type Props = { value?: Place | undefined; onChange?: (place: Place | undefined) => void; areas?: readonly ShownArea[] }

/** A place that is chosen on a map: by a click, or from its middle with the keyboard. */
export function PlaceField({ value, onChange, areas }: Props) {
  return (
    <div className="place-field">
      <Suspense>
        <PlaceMap place={value} onPlace={(place) => onChange?.(place)} {...(areas && { areas })} />
      </Suspense>
    </div>
  )
}
