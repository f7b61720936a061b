import { randomBytes, randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { bindTerminal, listTerminals } from '@huanwei/contract/terminals/endpoints'
import { getVehicleStatusCount } from '@huanwei/contract/trees/endpoints'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import { settings } from '@huanwei/server/config'
import { isAlive } from '@huanwei/server/db/hold'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../tools/free-port.ts'
import { logIn } from './api.ts'
import { startLoad } from './load.ts'
import { unique } from './person.ts'
import { familyOf } from './processes.ts'
import { copyOf, newDataDir, type Product, postmasterOf, runProduct, startProduct, unexplained } from './product.ts'
import { compareWithStored, databaseIn } from './stored.ts'
import { handMadeTerminal } from './terminal.ts'

const dataDir = copyOf(inject('preparedDataDir'))
/** Data directory of products that must not start. */
const unusedDir = newDataDir()
const fleetSize = 20
let product: Product
/** The same ports at every start, because the terminals know no others. */
let ports: Record<string, string>

const start = async () => {
  product = await startProduct({ ...ports, FLEET_SIZE: String(fleetSize) }, dataDir)
}
beforeAll(async () => {
  const names = ['PORT', 'JT808_PORT', 'JT1078_PORT', 'JT808_FILES_PORT', 'FTP_PORT', 'VIDEO_API_PORT', 'HEALTH_PORT']
  ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, String(await freePort())])))
  await start()
})
afterAll(async () => {
  rmSync(unusedDir, { recursive: true, force: true })
  await product?.remove()
})

/** Numbers of the speeding vehicle; different in each try. */
let [terminalNo, plateNumber] = ['', '']

const loadNumbers = (first: number) => Array.from({ length: 20 }, (_, i) => String(first + i))

/** Adds a vehicle with a hand-made terminal that speeds until the platform has the violation, and continues. Device time runs ahead of the clock. */
async function speedingVehicle() {
  const { call } = await logIn(product.url)
  const [root] = await call(getDepartmentTree, {})
  const terminal = await handMadeTerminal(product.terminalPort, terminalNo)
  const vehicle = await call(addVehicle, { plateNumber, deptId: root?.id ?? 0, vehicleType: '9' })
  const { records } = await call(listTerminals, { terminalNo })
  await call(bindTerminal, { id: records[0]?.id ?? 0, objectId: vehicle.id })
  let last = Date.now()
  // The rules get a new binding a moment after it.
  const speedOn = async () => {
    last += 20_000
    await terminal.report(last, { speed: 90 })
    return violationsOf(vehicle.id)
  }
  await expect.poll(speedOn, { timeout: 40_000, interval: 1000 }).toHaveLength(1)
  return { terminal, vehicleId: vehicle.id, after: (seconds: number) => last + seconds * 1000 }
}

const violationsOf = async (objectId: number) => (await (await logIn(product.url)).call(listViolations, { objectId })).records

test('--help lists every setting', async () => {
  const { code, output } = await runProduct({}, ['--help'])
  expect(code).toBe(0)
  for (const [name, { meaning }] of Object.entries(settings)) expect(output).toContain(`  ${name.padEnd(22)}${meaning}`)
})

test('the first start prints its steps, its address and its accounts, the next too', () => {
  const { output, ...first } = inject('firstStart')
  for (const [printed, { url, terminalPort }] of [
    [output, first],
    [product.output(), product],
  ] as const) {
    for (const step of ['web app', 'database', 'tables', 'demo city', 'live state', 'terminals', 'listening'])
      expect(printed).toMatch(new RegExp(`^✓ ${step}.*\\(\\d+\\.\\d s\\)$`, 'm'))
    expect(printed).toContain(`is running: ${url}\n`)
    expect(printed).toContain(`:${terminalPort}\n`)
    expect(printed).toContain('password 123456')
  }
  expect(output).toMatch(/✓ demo city: loaded \d+ vehicles/)
})

test('a second start on the same data, a taken port and a wrong setting are refused with a message', async () => {
  const [free, other] = [String(await freePort()), String(await freePort())]
  const refusal = async (changed: Record<string, string>) => {
    const { code, output } = await runProduct({ PORT: free, JT808_PORT: other, DATA_DIR: unusedDir, ...changed })
    expect(code).toBe(1)
    return output.trim().split('\n').at(-1)
  }
  expect(await refusal({ DATA_DIR: dataDir })).toMatch(/is in use by the product that runs as process \d+; stop that first/)
  expect(await refusal({ PORT: String(product.port) })).toBe(
    `✗ port ${product.port} is taken; stop what uses it or set PORT to another`,
  )
  expect(await refusal({ JT808_PORT: String(product.terminalPort) })).toMatch(/^✗ port \d+ is taken; .* set JT808_PORT/)
  expect(await refusal({ JT1078_PORT: String(product.terminalPort) })).toMatch(/^✗ port \d+ is taken; .* set JT1078_PORT/)
  expect(await refusal({ FLEET_SIZE: 'many' })).toMatch(/^✗ FLEET_SIZE: /)
})

test('the operator sees on a port of its own that it serves, and how much', async () => {
  const ask = (path: string) => fetch(`http://127.0.0.1:${ports.HEALTH_PORT}${path}`)
  expect(await (await ask('/health/ready')).json()).toMatchObject({ status: 'ready' })
  const connections = async () => /^huanwei_terminal_connections (\d+)$/m.exec(await (await ask('/metrics')).text())?.[1]
  await expect.poll(async () => Number(await connections())).toBeGreaterThan(0)
})

test('random bytes on the terminal port disturb no other terminal', async () => {
  const terminal = await handMadeTerminal(product.terminalPort, '14700000001')
  let isDone = false
  const working = (async () => {
    for (let i = 0; !isDone || i < 20; i++) await terminal.report(Date.now())
  })()
  for (let left = 1_000_000; left > 0; ) {
    const socket = connect(product.terminalPort, '127.0.0.1')
    const closed = new Promise((done) => socket.once('close', done))
    // The platform may close the connection at any time.
    socket.on('error', () => socket.destroy())
    await Promise.race([new Promise((done) => socket.once('connect', done)), closed])
    while (left > 0 && !socket.destroyed) {
      const piece = randomBytes(Math.min(left, randomInt(1, 30_000)))
      left -= piece.length
      socket.write(piece)
      await sleep(1)
    }
    socket.destroy()
    await closed
  }
  isDone = true
  await working
  terminal.close()
  expect(unexplained(product.output()).filter((line) => !/"level":40/.test(line))).toEqual([])
})

test('kill -9 of PostgreSQL under load: no acknowledged report is missing or doubled, terminals continue', async () => {
  const load = startLoad(product.terminalPort, loadNumbers(14_400_000_001), 20)
  await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(400)
  const before = load.acknowledged.length
  process.kill(postmasterOf(dataDir) ?? 0, 'SIGKILL')
  await expect.poll(() => load.acknowledged.length, { timeout: 40_000 }).toBeGreaterThan(before + 1000)
  await load.finish()
  expect(await compareWithStored(databaseIn(dataDir), load.acknowledged)).toMatchObject({ missing: 0, twice: 0 })
})

test('kill -9 of the product under load: no acknowledged report is missing or doubled, terminals reconnect, a violation in force continues', async () => {
  ;[terminalNo, plateNumber] = [`147${unique('').slice(-8)}`, `沪E${unique('').slice(-5)}`]
  const speeder = await speedingVehicle()
  const [violation] = await violationsOf(speeder.vehicleId)
  expect(violation).toMatchObject({ violationEvent: '车辆超速', endTime: null })

  const load = startLoad(product.terminalPort, loadNumbers(14_500_000_001), 20)
  await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(400)
  await product.kill()
  const before = load.acknowledged.length
  speeder.terminal.close()
  await start()
  await expect.poll(load.ready, { timeout: 60_000 }).toBe(20)
  await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 1000)
  await load.finish()
  expect(await compareWithStored(databaseIn(dataDir), load.acknowledged)).toMatchObject({ missing: 0, twice: 0 })

  const back = await handMadeTerminal(product.terminalPort, terminalNo)
  await back.report(speeder.after(20), { speed: 90 })
  expect(await violationsOf(speeder.vehicleId)).toMatchObject([{ id: violation?.id, endTime: null }])
  await back.report(speeder.after(40), { speed: 20 })
  const [ended, ...others] = await violationsOf(speeder.vehicleId)
  expect(others).toEqual([])
  expect(ended).toMatchObject({ id: violation?.id, createTime: violation?.createTime, endTime: expect.any(String) })
  expect(ended?.duration).toBeGreaterThanOrEqual(40)
  back.close()

  const { call } = await logIn(product.url)
  const online = async () => (await call(getVehicleStatusCount, {})).vehicleOnlineCount
  await expect.poll(online, { timeout: 60_000 }).toBeGreaterThanOrEqual(fleetSize)
})

test('Ctrl-C stops the product with all its processes, and it starts again on the same data', async () => {
  const family = familyOf(product.pid)
  expect(family.length).toBeGreaterThan(4)
  expect(family).toContain(postmasterOf(dataDir))
  expect(await product.interrupt()).toBe(0)
  // The fleet tells of itself every minute, also in this one.
  expect(product.output().replaceAll(/^fleet: .*\n/gm, '')).toMatch(/· stopping.*\n✓ stopped\n$/)
  expect(unexplained(product.output())).toEqual([])
  await expect.poll(() => family.filter(isAlive)).toEqual([])

  await start()
  expect(product.output()).toMatch(/✓ demo city: already there/)
  const { call } = await logIn(product.url)
  expect((await call(listTerminals, { terminalNo })).records).toMatchObject([{ bound: true, objectName: plateNumber }])
})
