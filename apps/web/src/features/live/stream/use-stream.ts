import { streamKinds } from '@huanwei/contract/stream/codes'
import { listStream } from '@huanwei/contract/stream/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api.ts'
import { useSettings } from '../../../lib/settings.ts'
import { useConnection } from '../../../live/connection.ts'
import { type ObjectKey, refOf } from '../../../live/object-key.ts'
import { useLiveStream } from '../../../live/start.ts'
import { useHeldRows } from '../../queues/desk/use-held-rows.ts'

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
  const list = useQuery({
    ...query(listStream, asked),
    select: (records) => ({ records, total: records.length }),
    refetchInterval: isConnected ? false : everyMs,
  })
  useLiveStream(() => void list.refetch())
  return { list, held: useHeldRows(list, JSON.stringify(asked), false) }
}
