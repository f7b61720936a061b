import type { Readable } from 'node:stream'
import { z } from 'zod'

const Part = z.object({
  name: z.string(),
  /** Of the bytes in the folder, lower-case hex SHA-256. */
  hash: z.string(),
  bytes: z.number(),
})

/**
 * What is in the folder of a backup, in its `manifest.json`: `tables/<name>.copy.gz` as PostgreSQL's COPY writes text, `files/<name>` and
 * `settings.json`. Written last: a folder without it is no backup.
 */
export const Manifest = z.object({
  format: z.literal(1),
  /** Time of the snapshot, ISO 8601. */
  time: z.string(),
  /** Last migration of the schema that the rows fit. */
  migration: z.string(),
  /**
   * In the order in which rows can be put back: what others refer to comes first. A partition stands for itself, as one `of` a table; in the backups of
   * earlier versions all its rows are with the table.
   */
  tables: z.array(Part.extend({ columns: z.array(z.string()), rows: z.number(), of: z.string().optional() })),
  /** Statements that make the partitions that rows were in. */
  partitions: z.array(z.string()),
  /** Next values of the sequences. */
  sequences: z.array(z.object({ name: z.string(), last: z.number() })),
  files: z.array(Part),
  /** Missing in the backups of earlier versions. */
  settings: Part.optional(),
})
export type Manifest = z.infer<typeof Manifest>

/** Settings that were set where the backup was written, by name; null in place of a secret. */
export const SettingsInBackup = z.record(z.string(), z.string().nullable())
export type SettingsInBackup = z.infer<typeof SettingsInBackup>

export const manifestName = 'manifest.json'
export const settingsName = 'settings.json'
export const tableIn = (name: string) => `tables/${name}.copy.gz`
export const fileIn = (name: string) => `files/${name}`

/** Where the bytes of files come from, and where they go: parts of the file store. */
export type FileSource = { sizeOf(name: string): Promise<number | undefined>; read(name: string): Promise<Readable> }
export type FileSink = { receive(bytes: Readable): Promise<{ keep(name: string): Promise<void> }> }
