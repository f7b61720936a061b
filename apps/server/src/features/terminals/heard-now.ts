import { isWrong } from '@huanwei/contract/live/rules'
import type { Heard } from '@huanwei/contract/terminals/codes'
import { heardOf } from '@huanwei/contract/terminals/rules'
import type { Latest } from '../../position/latest/latest.ts'
import type { LiveEntry } from '../../position/latest/object-store.ts'

/** The live state of everything with a terminal. */
export type LiveObjects = Pick<Latest, 'people' | 'vehicles' | 'facilities'>

/** What a list asks of the live state. */
type Asked = { wrong?: boolean | undefined; heard?: Heard | undefined }

/** Ids of the organisation's terminals that are, or whose objects are, as a list asks; undefined where it asks for none of it. `now`: epoch ms. */
export function terminalsNow(latest: LiveObjects, tenantId: number, { wrong, heard }: Asked, now: number): number[] | undefined {
  if (wrong === undefined && heard === undefined) return undefined
  const all: LiveEntry[] = [latest.people, latest.vehicles, latest.facilities].flatMap((kind) => [...kind.of(tenantId).values()])
  return all.flatMap(({ deviceId, live: { status, seenAt } }) => {
    const isAsked =
      (wrong === undefined || isWrong(status) === wrong) && (heard === undefined || heardOf(ageOf(seenAt, now)) === heard)
    return isAsked && deviceId !== null ? [deviceId] : []
  })
}

/** Time since a message, ms; undefined where none came. */
export const ageOf = (seenAt: number | null, now: number) => (seenAt === null ? undefined : now - seenAt)
