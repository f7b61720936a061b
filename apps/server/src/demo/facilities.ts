import { type Point, toLngLat, toPlane } from '@huanwei/city/geometry'
import { garbageCans, facilities as places } from '@huanwei/city/places'
import { between, seeded } from '@huanwei/city/random'
import { type Team, teams, townships } from '@huanwei/city/teams'
import { WasteType } from '@huanwei/contract/cans/codes'
import { canType, facilityTypeOf } from '@huanwei/contract/dictionaries/codes'
import type { Tx } from '../db/connect.ts'
import { facilities } from '../features/facilities/table.ts'
import { newCode } from '../lib/code.ts'
import { initialsOf } from '../lib/initials.ts'
import { type Department, idOf } from './organisation.ts'

type Place = { name: string; lng: number; lat: number; district: string }

/** How far a place is from the middle of a team's ground, in reaches of it. */
const away = ({ centre, reach }: Team, x: number, y: number) => Math.hypot((x - centre[0]) / reach[0], (y - centre[1]) / reach[1])

/** What every place of tenant 1 has; it stands with the crew of its district whose ground is nearest. */
function placed(crews: readonly Department[], { name, lng, lat, district }: Place, number: RegExp, started: string) {
  const [x, y] = toPlane(lng, lat)
  const own = teams.filter(({ company }) => company.startsWith(district))
  const team = own.sort((a, b) => away(a, x, y) - away(b, x, y))[0]
  if (!team) throw new Error(`no crew in ${district}`)
  return {
    ...{ tenantId: 1, deptId: idOf(crews, team.name), name, code: newCode(), initials: initialsOf(name) },
    ...{ address: `${district}${name.replace(number, '')}`, lng, lat, createTime: started },
  }
}

/** The facilities of tenant 1 but for its garbage cans. */
export const loadFacilities = (tx: Tx, crews: readonly Department[], started: string) =>
  tx
    .insert(facilities)
    .values(
      places().map((place, i) => ({
        ...placed(crews, place, /\d+号$/, started),
        facilityType: facilityTypeOf(place.type),
        // Where somebody is always there.
        intercomAccount: place.type === '中转站' ? `place${i + 1}` : '',
      })),
    )
    .returning()

/** Streets sort into two kinds mostly: every fifth can is for one of the others. */
const wasteTypes = [WasteType.other, WasteType.recyclable, WasteType.other, WasteType.recyclable, WasteType.kitchen] as const
const litres = [120, 240, 240, 660] as const

/** The garbage cans along the streets of tenant 1. */
export const loadCans = (tx: Tx, crews: readonly Department[], started: string) =>
  tx
    .insert(facilities)
    .values(
      garbageCans().map((can, i) => ({
        ...placed(crews, can, /垃圾桶\d+$/, started),
        facilityType: canType,
        capacity: litres[i % litres.length],
        wasteType: wasteTypes[i % wasteTypes.length],
      })),
    )
    .returning({ id: facilities.id })

const toiletsPerVillage = 420
const rowsAtOnce = 2000
/** How far a village reaches from its middle, kilometres. */
const villageReach = 0.6

/** The household toilets of tenant 34, village by village around the middle of their township; returns how many. */
export async function loadHouseholdToilets(tx: Tx, villages: readonly Department[], started: string) {
  const random = seeded(20210401)
  const rows = townships.flatMap(({ name: town, centre, villages: names }) =>
    names.flatMap((village, v) => {
      const angle = (v / names.length) * 2 * Math.PI
      const middle: Point = [centre[0] + Math.cos(angle) * 1.4, centre[1] + Math.sin(angle) * 1.4]
      return Array.from({ length: toiletsPerVillage }, (_, i) => {
        const [lng, lat] = toLngLat([
          middle[0] + between(random, -villageReach, villageReach),
          middle[1] + between(random, -villageReach, villageReach),
        ])
        const name = `${village}${i + 1}号户厕`
        return {
          ...{ tenantId: 34, deptId: idOf(villages, village), name, code: newCode(), initials: initialsOf(name) },
          ...{ facilityType: facilityTypeOf('农厕'), address: `${town}${village}${i + 1}号`, lng, lat, createTime: started },
        }
      })
    }),
  )
  // A statement takes 65 535 values.
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await tx.insert(facilities).values(rows.slice(from, from + rowsAtOnce))
  return rows.length
}
