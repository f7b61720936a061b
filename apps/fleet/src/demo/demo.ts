import { indexOfTerminal } from '@huanwei/city/fleet'
import { isInVehicle, phoneCarriers, placeOfSensor } from '@huanwei/city/workers'
import { evenShare } from '../share.ts'
import { connectBroker } from './broker.ts'
import { startPhone } from './phone.ts'
import type { PlatformAccess } from './platform-access.ts'
import { createPlatformClient } from './platform-client.ts'
import { createRepeater } from './repeat.ts'
import { startScale } from './scale.ts'
import { startSensor } from './sensor.ts'

type Options = {
  seed: number
  /** Share of the sensors and phones that are simulated, 0 to 1. */
  share: number
  /** Vehicles that drive, the first ones of the fleet. */
  vehicles: number
  /** Every device reports for the first time within so many ms. */
  firstMs?: number
}

/** Starts a share of the demo's sensors and phones. Returns the function that stops them. */
export async function startDemoDevices(access: PlatformAccess, { seed, share, vehicles, firstMs = 60_000 }: Options) {
  const stopping = new AbortController()
  const { repeat, stop } = createRepeater(firstMs)
  const client = createPlatformClient(access, stopping.signal)
  const broker = access.broker ? await connectBroker(access.broker) : undefined

  async function sendOverHttp(key: string, readings: object[]) {
    const reply = await client.post('/open/device/readings', `Bearer ${key}`, { readings })
    return reply.ok
  }

  const all = Object.entries(access.keys)
  // Of trucks those weigh that drive.
  const [scales, sensors] = [all.filter(([number]) => isInVehicle(number)), all.filter(([number]) => !isInVehicle(number))]
  const weighing = scales.filter(([number]) => indexOfTerminal(number) < vehicles)
  for (const [number, key] of [...evenShare(sensors, share), ...weighing]) {
    const send = (readings: object[]) => (broker ? broker.publish(number, readings) : sendOverHttp(key, readings))
    const sender = isInVehicle(number)
      ? startScale({ seed, index: indexOfTerminal(number), codes: access.restaurants ?? {}, send, repeat })
      : startSensor({ seed, number: Number(number), place: placeOfSensor(number), send, repeat })
    broker?.onConnect(sender.flush)
  }
  for (const [index, carrier] of evenShare(phoneCarriers(), share).entries())
    startPhone({ seed, index, carrier, client, repeat }).catch(
      (error: Error) => stopping.signal.aborted || console.error('fleet: a phone stays out:', error.message),
    )
  return () => {
    stopping.abort()
    stop()
    broker?.close()
  }
}
