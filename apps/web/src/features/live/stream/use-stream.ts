import { streamKinds } from '@huanwei/contract/stream/codes'
import { listStream } from '@huanwei/contract/stream/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api.ts'
import { useSettings } from '../../../lib/settings.ts'
import { useConnection } from '../../../live/connection.ts'
import { type ObjectKey, refOf } from '../../../live/object-key.ts'
import { useLiveStream } from '../../../live/start.ts'
import { useHeldRows } from '../../queues/desk/use-held-rows.ts'
import { useMapBounds } from './map-bounds.ts'

/** Interval of asking while no signal can come, ms. */
const everyMs = 10_000

/** What happened, as far as the person wants to be told, asked for again when there is news; its rows are held while somebody is among them. */
export function useStream(selected: ObjectKey | undefined) {
  const hidden = useSettings((s) => s.streamHidden)
  const only = useSettings((s) => s.streamSelected) && selected ? refOf(selected) : undefined
  const isConnected = useConnection(({ state }) => state === 'connected')
  const asked = {
    kinds: streamKinds.filter((kind) => !hidden.includes(kind)),
    ...(only && { objectType: only.objectType, objectId: only.id }),
  }
  const within = useWithin()
  const key = JSON.stringify(asked)
  const isAsked = (name: string, value: unknown) => (name === 'within' ? undefined : value)
  const list = useQuery({
    ...query(listStream, { ...asked, ...(within && { within }) }),
    // While the map moves, what was in sight stays until the answer is there.
    placeholderData: (rows, before) => (JSON.stringify(before?.queryKey[1], isAsked) === key ? rows : undefined),
    select: (records) => ({ records, total: records.length }),
    refetchInterval: isConnected ? false : everyMs,
  })
  useLiveStream(() => void list.refetch())
  return { list, held: useHeldRows({ ...list, isPlaceholderData: false }, key, false), isInView: within !== undefined }
}

/** The part of the earth that the map shows, for who wants to be told of it alone; about a metre exact. */
function useWithin() {
  const isWanted = useSettings((s) => s.streamInView)
  const bounds = useMapBounds((s) => (isWanted ? s.bounds : undefined))
  return bounds?.map((degrees) => Math.min(Math.max(degrees, -180), 180).toFixed(5)).join()
}
