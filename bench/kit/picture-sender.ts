/** Worker thread of strangers who all send one picture at once: what sending costs is not counted to the calls that the bench times. */
import { parentPort, workerData } from 'node:worker_threads'

export type Sending = { url: string; picture: Uint8Array; strangers: number }

const { url, picture, strangers }: Sending = workerData

async function send(stranger: number) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg')
  const headers = { 'x-forwarded-for': `192.0.2.${stranger + 1}` }
  const reply = await fetch(url, { method: 'POST', headers, body: form })
  await reply.arrayBuffer()
  return reply.status
}

parentPort?.postMessage(await Promise.all(Array.from({ length: strangers }, (_, stranger) => send(stranger))))
