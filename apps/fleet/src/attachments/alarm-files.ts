import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ActiveSafetyAlarm, alarmMark } from '@huanwei/terminal/messages/active-safety'
import { AttachmentResult, AttachmentType, type RequestAttachments } from '@huanwei/terminal/messages/attachments'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Location } from '@huanwei/terminal/messages/location'
import { drawPicture } from '../cameras/picture.ts'
import type { Identity } from '../terminals/connection.ts'
import { type AttachmentLine, isYes, openAttachmentLine } from './attachment-line.ts'

/**
 * What a terminal does wrong with the files of an alarm: the radio drops within a file, pieces get lost, the length is not what it said, nothing comes,
 * or something that nobody asked for.
 */
export type AttachmentFault = 'cut' | 'gaps' | 'wrongLength' | 'silent' | 'unasked'

type AlarmFile = { name: string; type: number; bytes: Buffer }

/** Type of a driver on the phone (0x65), and the camera that looks at the driver. Source: spec 4, IV.6. */
const phoning = 2
const driverCamera = 65
/** Alarms whose files a terminal keeps. */
const mostKept = 50
/** Times that a terminal sends what is missing. */
const mostRepeats = 5

/** Alarms of the driving assistant of one terminal, and their files. Source: spec 4, IV.6. */
export class AlarmFiles {
  readonly #identity: Identity
  readonly #plate: string
  readonly #kept = new Map<string, Location>()
  readonly #lines = new Set<AttachmentLine>()
  #raised = 0
  #fault: AttachmentFault | undefined

  constructor(identity: Identity, plate: string) {
    this.#identity = identity
    this.#plate = plate
  }

  /** The alarm of a driver on the phone at this location; its files are kept from now on. */
  raise(location: Location): ActiveSafetyAlarm {
    const { time, speed, altitude, lat, lng } = location
    const serial = this.#raised++ & 0xff
    const terminalId = this.#identity.terminalNo.slice(-7)
    const mark = alarmMark({ terminalId, time, serial, attachmentCount: 2 })
    this.#kept.set(mark, location)
    for (const oldest of this.#kept.keys()) if (this.#kept.size > mostKept) this.#kept.delete(oldest)
    const common = { alarmId: this.#raised, flag: 0, speed: Math.round(speed), altitude, lat, lng, time, vehicleState: 0, mark }
    return { kind: 'dsm', type: phoning, level: 1, fatigueDegree: 0, ...common }
  }

  has(mark: string): boolean {
    return this.#kept.has(mark)
  }

  /** Lets the next files come wrongly, or well again. */
  misbehave(fault: AttachmentFault | undefined): void {
    this.#fault = fault
  }

  /** Sends the files of an alarm as far as the platform takes them. Never rejects. */
  async send(request: RequestAttachments): Promise<void> {
    const location = this.#kept.get(request.mark)
    if (!location || this.#fault === 'silent') return
    try {
      const files = await this.#filesOf(location)
      const line = await openAttachmentLine({ host: request.host, port: request.tcpPort }, this.#identity)
      this.#lines.add(line)
      await this.#sendAll(line, request, files).finally(() => {
        this.#lines.delete(line)
        line.close()
      })
    } catch {
      // The platform asks again.
    }
  }

  closeAll(): void {
    for (const line of this.#lines) line.cut()
  }

  async #filesOf(location: Location): Promise<AlarmFile[]> {
    const stamp = `${driverCamera}_65${String(phoning).padStart(2, '0')}_0_${Math.floor(location.time / 1000)}`
    const clip = await readFile(join(import.meta.dirname, '../cameras/loops/clip.mp4'))
    return [
      {
        name: `00_${stamp}.jpg`,
        type: AttachmentType.picture,
        bytes: await drawPicture({ ...location, plate: this.#plate, channel: driverCamera }),
      },
      { name: `02_${stamp}.mp4`, type: AttachmentType.video, bytes: clip },
    ]
  }

  async #sendAll(line: AttachmentLine, { mark, alarmNumber }: RequestAttachments, files: AlarmFile[]) {
    const list = {
      id: MessageId.attachmentList,
      terminalId: this.#identity.terminalNo.slice(-7),
      mark,
      alarmNumber: this.#fault === 'unasked' ? randomBytes(16).toString('hex') : alarmNumber,
      kind: 0,
      files: files.map(({ name, bytes }) => ({ name, size: bytes.length })),
    } as const
    if (!isYes(await line.ask(list))) return
    for (const file of files) await this.#sendFile(line, file)
  }

  async #sendFile(line: AttachmentLine, { name, type, bytes }: AlarmFile) {
    const fault = this.#fault
    const size = bytes.length + (fault === 'wrongLength' ? 100 : 0)
    if (!isYes(await line.ask({ id: MessageId.attachmentBegins, name, type, size }))) return
    const half = Math.floor(bytes.length / 2)
    await line.sendBytes(name, bytes, 0, fault === 'gaps' ? Math.floor(half / 2) : half)
    if (fault === 'cut' && type === AttachmentType.video) {
      this.#fault = undefined
      return line.cut()
    }
    await line.sendBytes(name, bytes, half, bytes.length)
    for (let repeat = 0; repeat <= mostRepeats; repeat++) {
      const answer = await line.ask({ id: MessageId.attachmentEnds, name, type, size })
      if (answer.id !== MessageId.attachmentReceived || answer.result === AttachmentResult.complete) return
      for (const { offset, length } of answer.missing) await line.sendBytes(name, bytes, offset, offset + length)
    }
  }
}
