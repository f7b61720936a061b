import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { bindTerminal, listTerminals } from '@huanwei/contract/terminals/endpoints'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import { LiveCameras } from '@huanwei/fleet/cameras/live-cameras'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import { expect } from 'vitest'
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
  const company = root!.children[0] ?? root!
  const plate = `沪V${unique('').slice(-5)}`
  const named = { plateNumber: plate, deptId: company.id, vehicleType: '9' }
  const { id: vehicleId } = await api.call(addVehicle, { ...named, vehicleCamera: 2 })
  const { records } = await api.call(listTerminals, { terminalNo })
  await api.call(bindTerminal, { id: records[0]!.id, objectId: vehicleId })
  // As a terminal does: a slow machine takes minutes for what stands between two commands.
  const beating = setInterval(() => terminal.send({ id: MessageId.heartbeat }), 60_000)

  let [isObeying, isOver] = [false, false]
  /** Lets the terminal do whatever it is told about video, until it is closed; `obey` does it in place of its cameras. */
  function obeyFromNowOn(obey = (message: Message) => cameras.obey(message)) {
    if (isObeying) return
    isObeying = true
    obeyAll(obey).catch((error) => isOver || expect.fail(String(error)))
  }
  async function obeyAll(obey: (message: Message) => void) {
    const ids = [MessageId.openVideo, MessageId.controlVideo]
    while (!isOver) {
      const { header, message } = await terminal.next((one) => ids.some((id) => id === one.message.id), 600_000)
      terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result: 0 })
      obey(message)
    }
  }
  const close = () => {
    isOver = true
    clearInterval(beating)
    cameras.closeAll()
    terminal.close()
  }
  const ofCompany = { companyId: company.id, companyName: company.name }
  return { terminal, terminalNo, cameras, vehicleId, plate, ...ofCompany, obeyFromNowOn, close }
}
