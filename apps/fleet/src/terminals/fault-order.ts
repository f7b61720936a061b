import { type CameraFault, cameraFaults } from '../cameras/live-cameras.ts'

type Fleet = { misbehave(terminalNo: string | undefined, fault: CameraFault | undefined): number }

/** Does what a person's line says, `13900000001 black` or `all well`; the answer to it. */
export function faultOrder(line: string, fleet: Fleet): string {
  const [terminalNo = '', word = '', ...more] = line.trim().split(/\s+/)
  const fault = cameraFaults.find((one) => one === word)
  if (more.length || !(fault || word === 'well')) return `fleet: expected TERMINAL or all, and well, ${cameraFaults.join(', ')}`
  const count = fleet.misbehave(terminalNo === 'all' ? undefined : terminalNo, fault)
  return count ? `fleet: cameras of ${count} vehicles: ${word}` : `fleet: no vehicle has the terminal ${terminalNo}`
}
