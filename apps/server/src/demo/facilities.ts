import { toPlane } from '@huanwei/city/geometry'
import { facilities as places } from '@huanwei/city/places'
import { type Team, teams } from '@huanwei/city/teams'
import { facilityTypeOf } from '@huanwei/contract/dictionaries/codes'
import type { Tx } from '../db/connect.ts'
import { facilities } from '../features/facilities/table.ts'
import { newCode } from '../lib/code.ts'
import { initialsOf } from '../lib/initials.ts'
import { type Department, idOf } from './organisation.ts'

/** How far a place is from the middle of a team's ground, in reaches of it. */
const away = ({ centre, reach }: Team, x: number, y: number) => Math.hypot((x - centre[0]) / reach[0], (y - centre[1]) / reach[1])

/** The facilities of tenant 1, each with the crew of its district whose ground is nearest. */
export async function loadFacilities(tx: Tx, crews: readonly Department[], started: string) {
  return tx
    .insert(facilities)
    .values(
      places().map(({ name, type, lng, lat, district }) => {
        const [x, y] = toPlane(lng, lat)
        const own = teams.filter(({ company }) => company.startsWith(district))
        const team = own.sort((a, b) => away(a, x, y) - away(b, x, y))[0]
        if (!team) throw new Error(`no crew in ${district}`)
        return {
          ...{ tenantId: 1, deptId: idOf(crews, team.name), name, code: newCode(), initials: initialsOf(name) },
          ...{
            facilityType: facilityTypeOf(type),
            address: `${district}${name.replace(/\d+号$/, '')}`,
            lng,
            lat,
            createTime: started,
          },
        }
      }),
    )
    .returning()
}
