import { listRegions, type Region } from '@huanwei/contract/regions/endpoints'
import { areaList } from '@vant/area-data'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'

/** Two digits of a code per level; those below are zero. */
const ofLevel = (level: number, names: Record<string, string>): Region[] =>
  Object.entries(names).map(([code, name]) => {
    const parentCode = level === 1 ? '' : code.slice(0, 2 * (level - 1)).padEnd(6, '0')
    return { code, parentCode, name, level }
  })

const { province_list, city_list, county_list } = areaList
const below = Map.groupBy(
  [...ofLevel(1, province_list), ...ofLevel(2, city_list), ...ofLevel(3, county_list)],
  ({ parentCode }) => parentCode,
)

export function regionRoutes(app: FastifyInstance) {
  serve(app, listRegions, async ({ code }) => below.get(code) ?? [])
}
