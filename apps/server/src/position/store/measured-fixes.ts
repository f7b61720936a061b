import { ObjectType } from '@huanwei/contract/objects'
import type { Metric } from '@huanwei/contract/readings/codes'
import { readingKey } from '@huanwei/contract/readings/rules'
import { aheadMs } from '../device-clock.ts'
import type { Fix } from '../judge/fix.ts'
import { meaningSql } from './meaning-sql.ts'

/** One stored measurement with the position of its facility; `value` is what it means. `time` epoch ms. */
export type StoredMeasurement = { metric: Metric; channel: number; time: number; value: number; lng: number; lat: number }

/** SQL for the measurements `n` of a table as JSON, without those whose clock was ahead; null when there are none. */
export const measurementsSql = (table: string, condition: string) => `
  select json_agg(json_build_object('metric', n.metric, 'channel', n.channel, 'value', ${meaningSql},
    'time', round(extract(epoch from n.time) * 1000), 'lng', f.lng, 'lat', f.lat))
  from ${table} n
  join device d on d.id = n.device_id and d.object_type = '${ObjectType.facility}'
  join facility f on f.tenant_id = d.tenant_id and f.id = d.object_id
  where ${condition} and n.time <= n.received + interval '${aheadMs} ms'`

/** Measurements as rules see them: all of one time make one fix. */
export function measurementFixes(measured: readonly StoredMeasurement[]): Fix[] {
  const byTime = Map.groupBy(measured, ({ time }) => time)
  return Array.from(byTime, ([time, all]) => {
    const { lng, lat } = all[0]!
    const values = Object.fromEntries(all.map(({ metric, channel, value }) => [readingKey(metric, channel), value]))
    return { time, lng, lat, speed: 0, located: true, alarm: 0, values }
  })
}
