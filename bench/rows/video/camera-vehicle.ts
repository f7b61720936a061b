import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { bindTerminal, listTerminals } from '@huanwei/contract/terminals/endpoints'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import { LiveCameras } from '@huanwei/fleet/cameras/live-cameras'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { logIn } from '../../../e2e/api.ts'
import { handMadeTerminal } from '../../../e2e/terminal.ts'

/** Cameras of each vehicle. */
export const cameraCount = 4

type Options = { url: string; terminalPort: number; terminalNo: string; plateNumber: string }

/** Adds a vehicle with cameras, whose terminal obeys requests for pictures until `close`. */
export async function addCameraVehicle({ url, terminalPort, terminalNo, plateNumber }: Options) {
  const terminal = await handMadeTerminal(terminalPort, terminalNo)
  const cameras = new LiveCameras({ terminalNo, version2019: false })
  const { call } = await logIn(url)
  const [root] = await call(getDepartmentTree, {})
  const vehicle = await call(addVehicle, { plateNumber, deptId: root?.id ?? 0, vehicleType: '9', vehicleCamera: cameraCount })
  const { records } = await call(listTerminals, { terminalNo })
  await call(bindTerminal, { id: records[0]?.id ?? 0, objectId: vehicle.id })
  let isOver = false
  async function obey() {
    while (!isOver) {
      const { header, message } = await terminal.next(
        (one) => one.message.id === MessageId.openVideo || one.message.id === MessageId.controlVideo,
        3_600_000,
      )
      terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result: 0 })
      cameras.obey(message)
    }
  }
  void obey().catch(() => undefined)
  const beating = setInterval(() => terminal.send({ id: MessageId.heartbeat }), 60_000)
  return {
    cameras,
    close() {
      isOver = true
      clearInterval(beating)
      cameras.closeAll()
      terminal.close()
    },
  }
}
