import { dial, fixAt } from '@huanwei/server/position/ingest/terminal.test-kit'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Location } from '@huanwei/terminal/messages/location'

/** A hand-made terminal: registers, authenticates and reports over the wire; throws when the platform refuses it. */
export async function handMadeTerminal(port: number, terminalNo: string) {
  const terminal = await dial(port, terminalNo)
  const authCode = await terminal.open()

  /** Reports a position and waits for the acknowledgement. */
  async function report(time: number, fields: Partial<Location> = {}) {
    const result = await terminal.ask({ id: MessageId.location, location: fixAt(time, fields) })
    if (result !== 0) throw new Error(`the report was answered with ${result}`)
  }
  return { ...terminal, authCode, report }
}
