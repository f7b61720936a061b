import type { Changes } from '../../db/changes.ts'
import type { Database } from '../../db/connect.ts'
import { openStore } from '../../features/files/open-store.ts'
import type { NameOfPlace } from '../../lib/place-names.ts'
import { commandMessage } from '../ingest/command-message.ts'
import { startConnectionLog } from '../ingest/connection-log.ts'
import { startGateway } from '../ingest/gateway.ts'
import type { Answer } from '../ingest/pending-commands.ts'
import type { StorePhoto } from '../ingest/photos.ts'
import { startRegistry } from '../ingest/registry.ts'
import type { StreamInput } from '../ingest/stream.ts'
import type { Command, EndedUpload, IngestSettings } from '../link.ts'
import type { Log } from '../log.ts'
import type { Update } from '../report.ts'
import type { ReadingReport, Recorded } from '../store/readings.ts'

type Parts = {
  settings: IngestSettings
  db: Database
  changes: Changes
  stream: StreamInput
  /** Receives which terminals are connected, and which were heard without a location. */
  publish(updates: Update[]): void
  uploadEnded(ended: EndedUpload): void
  nameOfPlace: NameOfPlace
  /** Address of a terminal that is connected to another gateway. */
  addressElsewhere?(deviceId: number): string | undefined
  log: Log
}

/** Listens for terminals and sensors, and puts what they report into the stream. */
export async function startGatewayRole(parts: Parts) {
  const { settings, db, changes, stream, publish, uploadEnded, nameOfPlace, addressElsewhere, log } = parts
  const { host, port, mqtt: broker } = settings
  const registry = await startRegistry({ db, changes, log })
  const connectionLog = startConnectionLog({ db, log })
  const storePhoto = photoStore({ db, files: settings.files, nameOfPlace })
  const gateway = await startGateway({
    host,
    port,
    db,
    registry,
    stream,
    publish,
    uploadEnded,
    storePhoto,
    connectionLog,
    addressElsewhere,
    log,
  })
  let mqtt: { close(): Promise<void> } | undefined

  return {
    port: gateway.port,
    connections: gateway.connections,
    connected: gateway.connected,
    addressOf: gateway.addressOf,
    isConnected: gateway.isConnected,
    disconnect: gateway.disconnect,
    seen: registry.seen,
    /** Sends a command and waits for the terminal's answer. Never rejects: what no message can say, such as the year 2100, counts as refused. */
    async send(deviceId: number, command: Command, reqId?: string): Promise<Answer> {
      const { kind } = command
      try {
        const answer = await gateway.send(deviceId, commandMessage(command, gateway.ownAddressFor(deviceId)))
        log.debug({ deviceId, kind, reqId, outcome: answer.outcome, result: answer.result }, 'command')
        return answer
      } catch (error) {
        log.error({ deviceId, kind, reqId, error }, 'a command cannot be written')
        return { outcome: 'refused', result: null }
      }
    },
    /** Begins to read what sensors publish, if there is a broker. */
    async readBroker(record: (report: ReadingReport) => Promise<Recorded>) {
      const { url, group } = broker
      if (!url) return
      const { startMqtt } = await import('../ingest/mqtt.ts')
      mqtt = startMqtt({ url, group, name: String(port), registry, record, log })
    },
    /** Takes nothing new; what is uncommitted can still be acknowledged. */
    pause: gateway.pause,
    async close() {
      await mqtt?.close()
      await gateway.close()
      await connectionLog.close()
      await registry.close()
    },
  }
}

export type GatewayRole = Awaited<ReturnType<typeof startGatewayRole>>

/** Loaded with the first picture, as pictures are rare; loaded again with the next one when that fails. */
function photoStore({ db, files, nameOfPlace }: Pick<Parts, 'db' | 'nameOfPlace'> & Pick<IngestSettings, 'files'>): StorePhoto {
  let opened: Promise<StorePhoto> | undefined
  async function open() {
    const [{ createPhotoStore }, store] = await Promise.all([import('../ingest/photos.ts'), openStore(files)])
    return createPhotoStore({ db, store, nameOfPlace })
  }
  return async (...picture) => {
    opened ??= open().catch((error) => {
      opened = undefined
      throw error
    })
    return (await opened)(...picture)
  }
}
