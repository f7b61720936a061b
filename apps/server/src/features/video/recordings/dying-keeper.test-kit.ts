import { join } from 'node:path'
import { Readable } from 'node:stream'
import { connectOwned } from '../../../db/owned.ts'
import { wholeShare } from '../../../media/share.ts'
import { diskStore } from '../../files/file-store.ts'
import { keepAbandoned } from './jobs.ts'
import { createRecordings } from './running.ts'

/** Stores the recordings of a database and a data folder, and dies at a point of the first: of its bytes, of its file, or of its row. For tests. */
const [url = '', dataDir = '', point = ''] = process.argv.slice(2)
const die = async () => void process.kill(process.pid, 'SIGKILL')
async function* firstHalf(bytes: AsyncIterable<Buffer>) {
  let count = 0
  for await (const chunk of bytes) {
    if (++count > 2) await die()
    yield chunk
  }
}

const db = connectOwned(url, { system: 1, app: 1 })
const disk = await diskStore(join(dataDir, 'files'))
const store: typeof disk = {
  ...disk,
  async receive(bytes) {
    const received = await disk.receive(point === 'bytes' ? Readable.from(firstHalf(bytes)) : bytes)
    const keep = (name: string) => received.keep(name).then(point === 'file' ? die : undefined)
    return { ...received, keep, drop: point === 'row' ? die : received.drop }
  },
}
const media = { record: () => () => undefined }
const log = { error: (what: object, text: string) => console.error(text, what) }
const folder = join(dataDir, 'recordings')
const recordings = createRecordings({ db, store, media, share: wholeShare, log, folder })
await keepAbandoned({ db, recordings, share: wholeShare, log })
