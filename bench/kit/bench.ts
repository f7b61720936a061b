import type { OwnedDatabase } from '@huanwei/server/db/owned'
import type { startProduct } from './product.ts'
import type { Result } from './table.ts'

/** Resources of one measurement, which are released when it ends. */
export type Bench = {
  /** A folder for files that the database can read and write. */
  dir: string
  /** Creates a migrated database with tenant 1 and its account `admin` on the product's PostgreSQL. */
  createDatabase(name: string): Promise<{ url: string; db: OwnedDatabase }>
  /** Starts the product as a process of its own, on free ports. */
  startProduct(settings: Record<string, string>): ReturnType<typeof startProduct>
  /** Runs `release` at the end of the measurement, in reverse order. */
  onEnd(release: () => Promise<unknown> | unknown): void
  /** Prints a line about the progress. */
  log(line: string): void
}

export type Measurement = (bench: Bench) => Promise<Result[]>
