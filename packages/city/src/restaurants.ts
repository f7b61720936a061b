import { at } from './geometry.ts'
import { numbered, sites } from './places.ts'
import { seeded } from './random.ts'
import { isInZone, type Team, teams } from './teams.ts'

/** A restaurant whose kitchen waste a team collects; `district` is the district's name. */
export type Restaurant = { name: string; lng: number; lat: number; district: string; team: Team }

const ofTeam = 12
const kinds = ['川菜馆', '火锅店', '酒楼', '面馆', '小吃店', '食堂'] as const
/** Share of the zone's reach, well inside the streets that its vehicles use. */
const innerShare = 0.8

let made: readonly Restaurant[] | undefined

/** The restaurants of the demo city, team by team, always the same; names are unique. */
export function restaurants(): readonly Restaurant[] {
  made ??= makeAll()
  return made
}

function makeAll(): Restaurant[] {
  const random = seeded(20220913)
  const site = sites(random)
  const unique = numbered()
  return teams.flatMap((team) => {
    const middle = Math.hypot(...team.centre)
    const reach = Math.max(...team.reach)
    const own: Restaurant[] = []
    while (own.length < ofTeam) {
      const { street, lng, lat, district } = site(Math.max(0, middle - reach), middle + reach)
      if (!isInZone(team, lng, lat, innerShare) || !team.company.startsWith(district)) continue
      own.push({ name: unique(`${street}${at(kinds, own.length % kinds.length)}`), lng, lat, district, team })
    }
    return own
  })
}
