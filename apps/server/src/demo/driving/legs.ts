import { at } from '@huanwei/city/geometry'
import { neighbours, streetNetwork } from '@huanwei/city/streets'
import { isInZone, type Team } from '@huanwei/city/teams'

type Place = { lng: number; lat: number }
/** A piece of street between two corners; metres, degrees clockwise from north. */
export type Leg = { from: number; to: number; length: number; direction: number }
/** Legs by the corner at which they begin. */
export type Legs = ReadonlyMap<number, Leg[]>

/** Legs from each corner of a team's ground. */
export function legsOf(team: Team): Legs {
  const network = streetNetwork()
  const isInside = ({ lng, lat }: Place) => isInZone(team, lng, lat, 0.95)
  const legs = new Map<number, Leg[]>()
  for (const [from, list] of neighbours(network).entries()) {
    const here = at(network.nodes, from)
    if (!isInside(here)) continue
    const inside = list.filter(({ node }) => isInside(at(network.nodes, node)))
    legs.set(
      from,
      inside.map(({ node, length }) => ({ from, to: node, length, direction: directionOf(here, at(network.nodes, node)) })),
    )
  }
  return legs
}

function directionOf(from: Place, to: Place) {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180)
  return (Math.round((Math.atan2(east, to.lat - from.lat) * 180) / Math.PI) + 360) % 360
}
