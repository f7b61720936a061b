import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { bindTerminal, listTerminals } from '@huanwei/contract/terminals/endpoints'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import { LiveCameras } from '@huanwei/fleet/cameras/live-cameras'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { logIn } from './api.ts'
import { unique } from './person.ts'
import { handMadeTerminal } from './terminal.ts'

/** A new vehicle with two cameras, its terminal on the wire, and what these send once they are told. */
export async function cameraVehicle(product: { url: string; terminalPort: number }) {
  const api = await logIn(product.url)
  const terminalNo = `139${unique('').slice(-8)}`
  const terminal = await handMadeTerminal(product.terminalPort, terminalNo)
  const cameras = new LiveCameras({ terminalNo, version2019: false })
  const [root] = await api.call(getDepartmentTree, {})
  const company = root!.children[0]!
  const plate = `沪V${unique('').slice(-5)}`
  const named = { plateNumber: plate, deptId: company.id, vehicleType: '9' }
  const { id: vehicleId } = await api.call(addVehicle, { ...named, vehicleCamera: 2 })
  const { records } = await api.call(listTerminals, { terminalNo })
  await api.call(bindTerminal, { id: records[0]!.id, objectId: vehicleId })
  // As a terminal does: a slow machine takes minutes for what stands between two commands.
  const beating = setInterval(() => terminal.send({ id: MessageId.heartbeat }), 60_000)
  const close = () => {
    clearInterval(beating)
    cameras.closeAll()
    terminal.close()
  }
  return { terminal, cameras, vehicleId, plate, companyId: company.id, companyName: company.name, close }
}
