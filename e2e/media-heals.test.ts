import { rmSync } from 'node:fs'
import { LiveCameras } from '@huanwei/fleet/cameras/live-cameras'
import { hasNoNats } from '@huanwei/server/position/cluster/nats.test-kit'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../tools/cluster/cluster.ts'
import { freePort } from '../tools/free-port.ts'
import { cameraVehicle } from './camera-vehicle.ts'
import { addCompany } from './cluster/company.ts'
import { people, signIn } from './person.ts'
import { newDataDir } from './product.ts'

const { arrive } = people()
const dir = newDataDir()
const kills = 2
/** A limit for what hangs: a kill is followed by a start, on a machine that runs other tests too, ms. */
const longestMs = 900_000
let [cluster, vehicle] = [] as unknown as [Cluster, Awaited<ReturnType<typeof cameraVehicle>>]
let url = ''
/** What sends for each request, beside what was on before. */
const senders: LiveCameras[] = []
const streams = () => senders.reduce((sum, { count }) => sum + count, 0)

beforeAll(async () => {
  if (hasNoNats) return
  const ports = { web: await freePort(), terminals: await freePort() }
  url = `http://localhost:${ports.web}`
  cluster = await startCluster({ dir, ports, natsServers: 1, each: 1, settings: { DEMO: 'off' }, log: () => undefined })
  await addCompany(cluster.databaseUrl, ['13900000000'])
  vehicle = await cameraVehicle({ url, terminalPort: ports.terminals })
  vehicle.obeyFromNowOn((message) => {
    if (message.id === MessageId.openVideo) senders.push(new LiveCameras({ terminalNo: vehicle.terminalNo, version2019: false }))
    for (const one of message.id === MessageId.openVideo ? senders.slice(-1) : senders) one.obey(message)
  })
}, longestMs)
afterAll(async () => {
  vehicle?.close()
  for (const one of senders) one.closeAll()
  await cluster?.close()
  rmSync(dir, { recursive: true, force: true })
})

/** The picture on `page`: how far it has been played, s; `moves` resolves once it goes on. */
function pictureOn(page: Page) {
  const pictures = page.locator('.live-pictures')
  const playing = pictures.locator('[data-state=playing]')
  const time = () =>
    pictures.locator('video').evaluate((element: HTMLVideoElement) => (element.videoWidth > 0 ? element.currentTime : 0))
  async function moves() {
    await playing.waitFor({ timeout: longestMs })
    const before = await time()
    await expect.poll(time).toBeGreaterThan(before + 0.5)
  }
  return { pictures, playing, moves }
}

test.skipIf(hasNoNats)(
  'a picture is back by itself each time the media process was killed, its stream is on once, and no longer than somebody looks',
  async () => {
    const page = await arrive('who looks while a process is killed')
    await signIn(page, url)
    await page.goto(`${url}/monitor/live/index?tab=vehicle&selected=1-${vehicle.vehicleId}`)
    const { pictures, playing, moves } = pictureOn(page)
    await pictures.getByRole('button', { name: '实时视频' }).click()
    await moves()
    for (let i = 0; i < kills; i++) {
      cluster.members.get('media-1')?.signal('SIGKILL')
      // The page says so until then.
      await playing.waitFor({ state: 'hidden' })
      await moves()
      await expect.poll(streams).toBe(1)
    }
    expect(senders.length).toBeGreaterThan(kills)
    await pictures.getByRole('button', { name: '关闭视频' }).click()
    await expect.poll(streams).toBe(0)
  },
  longestMs,
)
