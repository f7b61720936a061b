import type pg from 'pg'
import type { Fix } from './fix.ts'
import { readPositions } from './positions.ts'
import { readMeasured } from './readings.ts'
import type { Source } from './rulebook.ts'

/** What is stored of a terminal from a device time on, epoch ms. */
type Wish = { tenantId: number; deviceId: number; source: Source; from: number }

/** Stored fixes in device time, by device; those with a clock that ran ahead are left out. */
export async function readFixes(client: pg.ClientBase, wishes: readonly Wish[]): Promise<Map<number, Fix[]>> {
  const { position = [], reading = [] } = Object.groupBy(wishes, ({ source }) => source)
  return new Map([...(await readPositions(client, position)), ...(await readMeasured(client, reading))])
}
