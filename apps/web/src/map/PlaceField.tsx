import { lazy, Suspense } from 'react'
import { NoMap } from './NoMap.tsx'

const PlaceMap = lazy(() =>
  import('./PlaceMap.tsx').then(
    (module) => ({ default: module.PlaceMap }),
    () => ({ default: NoMap }),
  ),
)

/** Degrees WGS-84. */
export type Place = { lng: number; lat: number }
/** In a form, `Form.Item` gives everything. */
type Props = { value?: Place | undefined; onChange?: (place: Place | undefined) => void }

/** A place that is chosen on a map: by a click, or from its middle with the keyboard. */
export function PlaceField({ value, onChange }: Props) {
  return (
    <div className="place-field">
      <Suspense>
        <PlaceMap place={value} onPlace={(place) => onChange?.(place)} />
      </Suspense>
    </div>
  )
}
