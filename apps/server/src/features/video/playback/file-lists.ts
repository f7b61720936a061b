import type { Outcome } from '@huanwei/contract/terminals/endpoints'
import type { RecordedFile } from '@huanwei/contract/video/endpoints'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { createTurns } from '../../../http/turns.ts'
import { timeText } from '../../../lib/time.ts'
import type { Answer } from '../../../position/ingest/pending-commands.ts'
import type { IngestCalls } from '../../../position/link.ts'

/** Lists that are remembered, and for how long, ms: people step to and fro between days and channels. */
const mostRemembered = 300
const rememberedMs = 30_000
/** Terminals that are asked at once: of one account, and in all. */
const ofAccount = 2
const inAll = 50
const mostFiles = 3000

type Camera = { deviceId: number; channel: number }
/** Half-open, epoch ms. */
type Span = { from: number; to: number }
export type FileLists = { outcome: Outcome['outcome']; records: RecordedFile[]; total: number }
type Remembered = { list: Promise<FileLists>; expires: number }

/** Asks terminals what they have recorded, each about the same thing once, whoever wants to know. */
export function createFileLists(send: IngestCalls['send'], now = Date.now) {
  const remembered = new Map<string, Remembered>()
  const inTurnOfAccount = createTurns(ofAccount, { maxWaiting: 10 })
  const inTurnOfAll = createTurns(inAll)

  const ask = (account: string, { deviceId, channel }: Camera, { from, to }: Span) =>
    inTurnOfAccount(account, () =>
      inTurnOfAll('', () => send(deviceId, { kind: 'queryFiles', channel, start: from, end: to - 1000 })),
    )

  function forgetOld() {
    // The oldest stand first.
    for (const [key, { expires }] of remembered) {
      if (expires > now() && remembered.size < mostRemembered) break
      remembered.delete(key)
    }
  }

  async function find(account: string, camera: Camera, span: Span): Promise<FileLists> {
    forgetOld()
    const key = `${camera.deviceId} ${camera.channel} ${span.from} ${span.to}`
    const known = remembered.get(key)
    if (known && known.expires > now()) return known.list
    const list = ask(account, camera, span).then((answer) => listOf(answer, camera.channel, span))
    const entry = { list, expires: now() + rememberedMs }
    const forget = () => {
      if (remembered.get(key) === entry) remembered.delete(key)
    }
    remembered.delete(key)
    remembered.set(key, entry)
    // What failed is tried again at once, and so is what was not there.
    list.then(({ total }) => total || forget(), forget)
    return list
  }
  return { find }
}

/** The files of the channel that touch the span: some terminals answer with more than they are asked for. */
function listOf({ outcome, message }: Answer, channel: number, { from, to }: Span): FileLists {
  if (outcome !== 'confirmed' || message?.id !== MessageId.fileList) return { outcome, records: [], total: 0 }
  const files = message.files.flatMap(({ start, end, ...file }) =>
    file.channel === channel && start !== undefined && end !== undefined && start < to && end > from && end > start
      ? [{ start, end, ...file }]
      : [],
  )
  const records = files
    .sort((a, b) => a.start - b.start)
    .slice(0, mostFiles)
    .map(({ start, end, size, alarms }) => ({
      source: 'terminal' as const,
      channel,
      startTime: timeText(start),
      endTime: timeText(end),
      size,
      isAlarm: /[^0]/.test(alarms),
    }))
  return { outcome, records, total: files.length }
}
