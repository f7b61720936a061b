import { type Point, toLngLat, toPlane } from '@huanwei/city/geometry'
import { garbageCans, facilities as places } from '@huanwei/city/places'
import { between, seeded } from '@huanwei/city/random'
import { restaurants } from '@huanwei/city/restaurants'
import { type Team, teams, townships } from '@huanwei/city/teams'
import { WasteType } from '@huanwei/contract/cans/codes'
import { canType, FacilityType } from '@huanwei/contract/dictionaries/codes'
import { defaultLanguage } from '@huanwei/words/languages'
import { textsOf } from '@huanwei/words/say'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'
import { facilities } from '../features/facilities/table.ts'
import { newCode } from '../lib/code.ts'
import { initialsOf } from '../lib/initials.ts'
import type { ComplaintPlace } from './complaints.ts'
import { factsOfFacilities } from './facility-facts.ts'
import { type Department, departmentIdOf } from './organisation.ts'
import type { DemoPhotos } from './photos.ts'

type Place = { name: string; lng: number; lat: number; district: string }

/** Distance of a place from the centre of a team's ground, in units of its reach. */
const away = ({ centre, reach }: Team, x: number, y: number) => Math.hypot((x - centre[0]) / reach[0], (y - centre[1]) / reach[1])

type Located = { deptId: number; name: string; address: string; lng: number; lat: number }

/** Common fields of the facilities of tenant 1. */
const ofCity = ({ name, ...located }: Located, started: string) => ({
  tenantId: 1,
  name,
  code: newCode(),
  initials: initialsOf(name),
  ...located,
  createTime: started,
})

/** A facility of tenant 1; each belongs to the crew of its district whose ground is nearest. */
function placed(crews: readonly Department[], { name, lng, lat, district }: Place, number: RegExp, started: string) {
  const [x, y] = toPlane(lng, lat)
  const own = teams.filter(({ company }) => company.startsWith(district))
  const team = own.sort((a, b) => away(a, x, y) - away(b, x, y))[0]
  if (!team) throw new Error(`no crew in ${district}`)
  const address = `${district}${name.replace(number, '')}`
  return ofCity({ deptId: departmentIdOf(crews, team.name), name, address, lng, lat }, started)
}

const ruralToiletsPerCompany = 20
/** Kilometres of the city's edge on which the toilets of a company's farms lie. */
const edgeReach = 0.8

/** Adds the household toilets at the edge of the city to the crew of each company that works farthest out. */
export function loadEdgeToilets(tx: Tx, crews: readonly Department[], started: string) {
  const random = seeded(20210402)
  const outermost = [...Map.groupBy(teams, ({ company }) => company).values()].map((own) =>
    own.reduce((far, team) => (Math.hypot(...team.centre) > Math.hypot(...far.centre) ? team : far)),
  )
  const factsOf = factsOfFacilities(20210403)
  const rows = outermost.flatMap((team) =>
    Array.from({ length: ruralToiletsPerCompany }, (_, i) => {
      const [x, y] = team.centre.map((middle) => middle * 1.1 + between(random, -edgeReach, edgeReach))
      const [lng, lat] = toLngLat([x ?? 0, y ?? 0])
      const district = team.company.slice(0, 3)
      const village = `${team.name.replace('作业队', '')}村`
      const place = { name: `${village}${i + 1}号户厕`, address: `${district}${village}${i + 1}号`, lng, lat }
      return {
        ...ofCity({ deptId: departmentIdOf(crews, team.name), ...place }, started),
        facilityType: FacilityType.ruralToilet,
        ...factsOf(FacilityType.ruralToilet),
      }
    }),
  )
  return tx.insert(facilities).values(rows).returning()
}

const typeNames = Object.entries(textsOf(defaultLanguage, 'dictionaries'))
/** The dictionary value of the facility type with this Chinese name; '' when there is none. */
const typeNamed = (name: string) =>
  typeNames.flatMap(([key, text]) => (key.startsWith('facility_type.') && text === name ? (key.split('.')[1] ?? '') : []))[0] ??
  ''

/** Adds the facilities of tenant 1 except its garbage cans. */
export function loadFacilities(tx: Tx, crews: readonly Department[], started: string) {
  const factsOf = factsOfFacilities(20180912)
  const rows = places().map((place, i) => ({
    ...placed(crews, place, /\d+号$/, started),
    facilityType: typeNamed(place.type),
    // Only transfer stations are always staffed.
    intercomAccount: place.type === '中转站' ? `place${i + 1}` : '',
    ...factsOf(typeNamed(place.type)),
  }))
  return tx.insert(facilities).values(rows).returning()
}

/** Gives the toilets and transfer stations of tenant 1 photos. */
export async function loadFacilityPhotos(tx: Tx, photos: DemoPhotos) {
  const shown = [
    [FacilityType.publicToilet, '公厕'],
    [FacilityType.transferStation, '清运'],
  ] as const
  for (const [facilityType, text] of shown)
    await tx
      .update(facilities)
      .set({ photos: [0, 2].flatMap((look) => photos.after(text, look)) })
      .where(and(eq(facilities.tenantId, 1), eq(facilities.facilityType, facilityType)))
}

/** Adds the restaurants of tenant 1 whose kitchen waste its crews collect. */
export const loadRestaurants = (tx: Tx, crews: readonly Department[], started: string) =>
  tx
    .insert(facilities)
    .values(
      restaurants().map(({ name, district, lng, lat, team }) => ({
        ...ofCity({ deptId: departmentIdOf(crews, team.name), name, address: `${district}${name}`, lng, lat }, started),
        facilityType: FacilityType.restaurant,
      })),
    )
    .returning({ id: facilities.id, deptId: facilities.deptId })

/** Waste types along a street: every fifth can is for kitchen waste. */
const wasteTypes = [WasteType.other, WasteType.recyclable, WasteType.other, WasteType.recyclable, WasteType.kitchen] as const
const litres = [120, 240, 240, 660] as const

/** Adds the garbage cans along the streets of tenant 1. */
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
/** Radius of a village, kilometres. */
const villageReach = 0.6

/** Adds the household toilets of tenant 34, village by village around the centre of their township. */
export async function loadHouseholdToilets(tx: Tx, villages: readonly Department[], started: string) {
  const random = seeded(20210401)
  const factsOf = factsOfFacilities(20210404)
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
          tenantId: 34,
          deptId: departmentIdOf(villages, village),
          name,
          code: newCode(),
          initials: initialsOf(name),
          facilityType: FacilityType.ruralToilet,
          ...factsOf(FacilityType.ruralToilet),
          address: `${town}${village}${i + 1}号`,
          lng,
          lat,
          createTime: started,
        }
      })
    }),
  )
  const added: ComplaintPlace[] = []
  // A statement takes at most 65 535 values.
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = tx.insert(facilities).values(rows.slice(from, from + rowsAtOnce))
    const { tenantId, id, deptId, name, address, facilityType, lng, lat } = facilities
    added.push(...(await some.returning({ tenantId, id, deptId, name, address, facilityType, lng, lat })))
  }
  return added
}
