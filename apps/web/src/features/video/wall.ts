import type { Settings } from '@huanwei/contract/preferences/endpoints'
import type { WallSize } from '@huanwei/contract/video/codes'

/** The wall as the preferences keep it: how many tiles, what each shows (vehicle and channel, or nothing), and the walls with a name. */
export type Wall = Settings['videoWall']
export type NamedWall = Wall['named'][number]

export const tileOf = (vehicleId: number, channel: number) => `${vehicleId}-${channel}`

/** The channel in a tile; undefined in an empty one. Pure. */
export function channelIn(tile: string) {
  const [vehicleId = 0, channel = 0] = tile.split('-').map(Number)
  return vehicleId ? { vehicleId, channel } : undefined
}

/** The tiles that are seen, the empty ones too. A wall keeps more than it shows when it was larger before. Pure. */
export const tilesOf = ({ size, tiles }: Wall) => Array.from({ length: size }, (_, at) => tiles[at] ?? '')

/** The wall with other tiles in sight; none of them is kept out of sight as well. Pure. */
const showing = (wall: Wall, seen: string[]): Wall => ({
  ...wall,
  tiles: [...seen, ...wall.tiles.slice(wall.size).filter((tile) => !seen.includes(tile))],
})

/**
 * Puts channels on the wall: the first into the chosen tile, others into empty ones and then into those behind it. What is in sight already stays
 * where it is. Returns the wall and the tile to choose next. Pure.
 */
export function place(wall: Wall, chosen: number, wanted: readonly string[]): { wall: Wall; chosen: number } {
  const tiles = tilesOf(wall)
  const places = tiles.map((_, i) => (chosen + i) % wall.size)
  const [first = 0, ...behind] = places
  const free = [first, ...behind.filter((at) => !tiles[at]), ...behind.filter((at) => tiles[at])]
  const fresh = wanted.filter((tile) => !tiles.includes(tile)).slice(0, wall.size)
  for (const [i, tile] of fresh.entries()) tiles[free[i]!] = tile
  const next = free.find((at) => !tiles[at]) ?? ((free[fresh.length - 1] ?? chosen) + 1) % wall.size
  return { wall: showing(wall, tiles), chosen: fresh.length ? next : chosen }
}

/** The wall with another number of tiles: a smaller one shows its pictures without gaps, and keeps those that have no room. Pure. */
export const resized = (wall: Wall, size: WallSize): Wall => ({
  ...wall,
  size,
  tiles: size < wall.size ? wall.tiles.filter(Boolean) : wall.tiles,
})

/** The wall with a tile emptied. Pure. */
export const without = (wall: Wall, at: number): Wall => showing(wall, tilesOf(wall).with(at, ''))

/** The wall with two tiles changed for each other. Pure. */
export function swapped(wall: Wall, one: number, other: number): Wall {
  const tiles = tilesOf(wall)
  return showing(wall, tiles.with(one, tiles[other] ?? '').with(other, tiles[one] ?? ''))
}

/** Shows a wall that has a name. Pure. */
export const shownAs = (wall: Wall, { size, tiles }: NamedWall): Wall => ({ ...wall, size, tiles })

/** Keeps what is shown under a name, in the place of the wall that has it already. Pure. */
export function named(wall: Wall, name: string): Wall {
  const kept = { name, size: wall.size, tiles: tilesOf(wall) }
  const isNew = !wall.named.some((one) => one.name === name)
  return { ...wall, named: isNew ? [...wall.named, kept] : wall.named.map((one) => (one.name === name ? kept : one)) }
}

/** Forgets a wall with a name. Pure. */
export const unnamed = (wall: Wall, name: string): Wall => ({ ...wall, named: wall.named.filter((one) => one.name !== name) })
