import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { LiveCameras } from '@huanwei/fleet/cameras/live-cameras'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mediaKit, watchAt } from './media.test-kit.ts'

const { ask, terminal, web, terminalNo } = mediaKit()
let cameras: LiveCameras
let isOver = false
beforeAll(() => {
  cameras = new LiveCameras({ terminalNo, version2019: false })
})
afterAll(() => {
  isOver = true
  cameras.closeAll()
})

/** Lets the terminal do whatever it is told about video. */
async function obeyAll() {
  const { openVideo, controlVideo } = MessageId
  while (!isOver) {
    const { header, message } = await terminal().next(({ message: { id } }) => id === openVideo || id === controlVideo, 600_000)
    terminal().send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result: 0 })
    cameras.obey(message)
  }
}

const tickMs = 50

/** A line to the product that carries so many bytes a second towards the browser; any number at first. */
async function thinnedLine(port: number) {
  let bytesPerSecond = Number.POSITIVE_INFINITY
  const sockets = new Set<Socket>()
  const server = createServer((browser) => {
    const product = connect(port, '127.0.0.1')
    for (const socket of [browser, product]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => (socket === browser ? product : browser).destroy())
    }
    browser.pipe(product)
    product.pause()
    const carrying = setInterval(() => {
      let left = bytesPerSecond * (tickMs / 1000)
      while (left > 0) {
        const wanted = Math.min(left, product.readableLength)
        const piece = wanted > 0 ? product.read(Math.ceil(wanted)) : product.read(0)
        if (!piece?.length) break
        browser.write(piece)
        left -= piece.length
      }
    }, tickMs)
    product.on('close', () => clearInterval(carrying))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    thin: (kilobits: number) => {
      bytesPerSecond = (kilobits * 1000) / 8
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('on a line of 200 kbit/s the large stream gives way to the small one, which says why; it moves soon after the line is fast again, and then the large one is back', async () => {
  obeyAll().catch((error) => isOver || expect.fail(String(error)))
  const line = await thinnedLine(Number(new URL(web()).port))
  const viewer = watchAt(line.url + (await ask('admin', { stream: 'main' })).data.url)
  const keys = () => viewer.pictures.filter((kind) => kind === 'key').length
  await expect.poll(keys, { timeout: 20_000 }).toBeGreaterThan(1)
  // With its sound the large stream has about 250 kbit/s, the small one 140.
  viewer.socket.send('sound')
  await expect.poll(() => viewer.sounds.length, { timeout: 20_000 }).toBeGreaterThan(0)
  line.thin(200)
  await expect.poll(() => viewer.statuses.at(-1), { timeout: 60_000 }).toMatchObject({ stream: 'sub', unswitched: 'thinLine' })
  expect(viewer.statuses.map(({ state }) => state)).not.toContain('ended')
  line.thin(Number.POSITIVE_INFINITY)
  const before = keys()
  await expect.poll(() => keys() - before, { timeout: 5000 }).toBeGreaterThan(1)
  await expect.poll(() => viewer.statuses.at(-1), { timeout: 60_000 }).toMatchObject({ stream: 'main', state: 'playing' })
  await expect.poll(() => viewer.statuses.at(-1)).not.toHaveProperty('unswitched')
  // The tags go on from those before, although each stream counts its own time.
  expect(viewer.times).toEqual([...viewer.times].sort((a, b) => a - b))
  viewer.socket.close()
  line.close()
}, 180_000)
