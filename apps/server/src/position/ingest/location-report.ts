import { ReplyResult } from '@huanwei/terminal/messages/ids'
import type { Location } from '@huanwei/terminal/messages/location'
import type { Header } from '@huanwei/terminal/wire/header'
import type { Report } from '../report.ts'
import type { Connection } from './connection.ts'

/** Locations of one message on their way into the database; acknowledged on their connection after the commit. */
export class LocationReport implements Report {
  readonly deviceId: number
  readonly messageId: number
  readonly serial: number
  readonly receivedAt: number
  readonly locations: Location[]
  readonly #connection: Connection
  readonly #header: Header
  readonly #onSettled: (connection: Connection) => void
  readonly #onCommitted: (() => void) | undefined

  constructor(
    connection: Connection,
    deviceId: number,
    header: Header,
    locations: Location[],
    onSettled: (connection: Connection) => void,
    onCommitted: (() => void) | undefined,
  ) {
    this.deviceId = deviceId
    this.messageId = header.messageId
    this.serial = header.serial
    this.receivedAt = connection.heardAt
    this.locations = locations
    this.#connection = connection
    this.#header = header
    this.#onSettled = onSettled
    this.#onCommitted = onCommitted
  }

  settle(committed: boolean) {
    this.#connection.uncommitted -= this.locations.length
    this.#onSettled(this.#connection)
    if (!committed) return
    this.#connection.acknowledge(this.#header, ReplyResult.ok)
    this.#onCommitted?.()
  }
}
