import type { Shape } from '@huanwei/contract/areas/endpoints'
import { Status } from '@huanwei/contract/live/codes'
import { inside, region } from '../../lib/geometry.ts'
import type { Latest } from '../../position/latest/latest.ts'
import type { IsInside } from './queries.ts'

/** Tells whether a person is in an area: by the latest position of the terminal that is heard of. */
export function whereaboutsOf({ people }: Pick<Latest, 'people'>): IsInside {
  const regions = new WeakMap<Shape, ReturnType<typeof region>>()
  return (tenantId, userId, shape) => {
    const person = people.of(tenantId).get(userId)?.live
    if (!person || person.lng === null || person.lat === null || person.status === Status.offline) return false
    const prepared = regions.get(shape) ?? region(shape)
    regions.set(shape, prepared)
    return inside(prepared, person.lng, person.lat)
  }
}
