import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'

/** Which worker holds each partition of the report stream, and how far what is in it is stored. Only with NATS. */
export const streamPartitions = pgTable('stream_partition', {
  partition: integer().primaryKey(),
  /** Node that holds it until `expires`. */
  holder: text(),
  expires: instant(),
  /** Fencing token: one more with each node that takes it. */
  epoch: integer().notNull().default(0),
  /** Number in the stream of the last message all of whose reports are committed. */
  sequence: bigint({ mode: 'number' }).notNull().default(0),
  /** When NATS took that message, epoch ms; empty where it is not known. Another time: the stream has lost its end, and its numbers came again. */
  messageTime: bigint({ mode: 'number' }),
  /** When that stream was made: a new one counts from 1 again. */
  streamCreated: text().notNull().default(''),
})
