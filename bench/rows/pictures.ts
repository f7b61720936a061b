import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { reportLimits } from '@huanwei/contract/complaints/codes'
import sharp from 'sharp'
import type { Bench } from '../kit/bench.ts'
import { logIn } from '../kit/log-in.ts'
import type { Sending } from '../kit/picture-sender.ts'
import { elapsedMs, familyBytes } from '../kit/process-usage.ts'
import { addFacility } from '../kit/seed.ts'
import { count, median, megabytes, ms, type Result } from '../kit/table.ts'

const pictures = 16
/** Pixels of a side: the most that is decoded. */
const side = 10_000
const longestMs = 500
const mostBytes = 600e6
/** After so long without pictures the drawing process has ended, ms. */
const givenBackAfterMs = 30_000

/** Measures log-ins, file reads and memory while strangers send the largest pictures that are accepted, all at once. */
export async function measurePictures(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('pictures')
  const code = await addFacility(db)
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
  const picture = await largest()
  bench.log(`a picture of ${side} × ${side} points has ${megabytes(picture.length)}`)
  // The first log-in after a start loads what later ones have.
  await logIn(product.url)
  const idle = familyBytes(product.pid)

  const watch = watchProduct(product)
  const started = performance.now()
  const sending: Sending = { url: `${product.url}/open/wcComplaint/upload/${code}`, picture, strangers: pictures }
  const sender = new Worker(new URL('../kit/picture-sender.ts', import.meta.url), { workerData: sending })
  const [statuses]: number[][] = await once(sender, 'message')
  const took = performance.now() - started
  const { logIns, reads, memory } = await watch.stop()
  bench.log(`the pictures are drawn: ${megabytes(familyBytes(product.pid))}`)
  await sleep(givenBackAfterMs)
  const after = familyBytes(product.pid)
  const accepted = (statuses ?? []).filter((status) => status === 200).length
  const most = Math.max(...memory)
  return [
    {
      label: `Log-in while ${pictures} strangers send pictures of ${count(side ** 2 / 1e6)} million points at once (${accepted} accepted in ${count(took / 1000)} s)`,
      measured: `median ${ms(median(logIns))}, the longest ${ms(Math.max(...logIns))} (of ${count(logIns.length)})`,
      budget: `≤ ${longestMs} ms`,
      met: Math.max(...logIns) <= longestMs && accepted > 0,
    },
    {
      label: '… a file read',
      measured: `median ${ms(median(reads))}, the longest ${ms(Math.max(...reads))}`,
      budget: `≤ ${longestMs} ms`,
      met: Math.max(...reads) <= longestMs,
    },
    {
      label: '… memory of the server and of the process that draws, the most',
      measured: `${megabytes(most)} (${megabytes(idle)} before)`,
      budget: `≤ ${megabytes(mostBytes)}`,
      met: most <= mostBytes,
    },
    {
      label: `… ${givenBackAfterMs / 1000} s later`,
      measured: megabytes(after),
      limit: `${megabytes(idle)} before`,
      ratio: after / idle,
    },
  ]
}

/** Takes times, ms, of log-ins and of file reads, and the memory, one after the other until it is stopped. */
function watchProduct({ url, pid }: { url: string; pid: number }) {
  const logIns: number[] = []
  const reads: number[] = []
  const memory: number[] = []
  let isStopped = false
  const watching = (async () => {
    while (!isStopped) {
      logIns.push(await elapsedMs(() => logIn(url)))
      reads.push(await elapsedMs(async () => (await fetch(`${url}/favicon.ico`)).arrayBuffer()))
      memory.push(familyBytes(pid))
      await sleep(100)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await watching
      return { logIns, reads, memory }
    },
  }
}

/** A photo with as many pixels and bytes as the report page takes. */
async function largest(): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: side / 8,
      height: side / 8,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
  for (let quality = 90; quality > 20; quality -= 10) {
    const photo = await sharp(noise).resize(side, side).jpeg({ quality }).toBuffer()
    if (photo.length < reportLimits.photoBytes) return photo
  }
  throw new Error('no quality makes the picture small enough')
}
