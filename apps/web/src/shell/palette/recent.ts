import { ObjectType } from '@huanwei/contract/objects'
import { mostLookedUp } from '@huanwei/contract/search/endpoints'
import { z } from 'zod'
import { readEntry, writeEntry } from '../../lib/entries.ts'
import { currentSession } from '../../lib/session.ts'
import { ObjectKey } from '../../live/object-key.ts'

/** The field of the address that names the object shown, by page; the id alone where the page has one kind of object. */
const shownAt: Record<string, { field: string; objectType?: ObjectType }> = {
  '/monitor/live/index': { field: 'selected' },
  '/monitor/history/index': { field: 'objects' },
  '/event/personnel/index': { field: 'objectId', objectType: ObjectType.person },
  '/event/illegal/index': { field: 'objectId', objectType: ObjectType.vehicle },
  '/event/facility/index': { field: 'objectId', objectType: ObjectType.facility },
  '/asset/personnel/index': { field: 'open', objectType: ObjectType.person },
  '/system/user/index': { field: 'open', objectType: ObjectType.person },
  '/asset/vehicle/index': { field: 'open', objectType: ObjectType.vehicle },
  '/asset/facility/index': { field: 'open', objectType: ObjectType.facility },
}

/** The object that an address shows; of several the first. */
export function objectInAddress(path: string, search: string): ObjectKey | undefined {
  const place = shownAt[path]
  const [text] = (place && new URLSearchParams(search).get(place.field)?.split(',')) ?? []
  const key = place?.objectType === undefined ? text : `${place.objectType}-${text}`
  return ObjectKey.safeParse(key).data
}

/** Each account of the browser has its own; only keys are stored, the server knows the names and who may see them. */
function entryName() {
  const user = currentSession()?.user
  return user && `recent-${user.tenantId}-${user.id}`
}

/** Objects that the person opened in this browser, the last first. */
export function recentObjects(): ObjectKey[] {
  const name = entryName()
  return (name && readEntry(name, z.array(ObjectKey).max(mostLookedUp))) || []
}

export function rememberObject(key: ObjectKey) {
  const name = entryName()
  const before = recentObjects()
  if (!name || before[0] === key) return
  writeEntry(name, [key, ...before.filter((one) => one !== key)].slice(0, mostLookedUp), 'local')
}
