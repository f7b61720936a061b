import { expect, test } from 'vitest'
import { channelIn, named, place, resized, shownAs, swapped, tilesOf, unnamed, without } from './wall.ts'

test('channels go into the chosen tile, then into empty ones, then over those behind it', () => {
  const empty = { size: 4 as const, tiles: [], named: [] }
  const two = place(empty, 1, ['7-1', '7-2'])
  expect(two).toEqual({ wall: { size: 4, tiles: ['', '7-1', '7-2', ''], named: [] }, chosen: 3 })
  const three = place(two.wall, two.chosen, ['8-1'])
  expect(three).toEqual({ wall: { size: 4, tiles: ['', '7-1', '7-2', '8-1'], named: [] }, chosen: 0 })
  const full = place(three.wall, 0, ['9-1'])
  expect(full).toEqual({ wall: { size: 4, tiles: ['9-1', '7-1', '7-2', '8-1'], named: [] }, chosen: 1 })
  expect(place(full.wall, 3, ['5-1', '5-2']).wall.tiles).toEqual(['5-2', '7-1', '7-2', '5-1'])
})

test('what is on the wall stays where it is, and no more goes on it than it has tiles', () => {
  const wall = { size: 4 as const, tiles: ['7-1', '', '', ''], named: [] }
  expect(place(wall, 2, ['7-1'])).toEqual({ wall, chosen: 2 })
  expect(place({ size: 1, tiles: [], named: [] }, 0, ['7-1', '7-2'])).toEqual({
    wall: { size: 1, tiles: ['7-1'], named: [] },
    chosen: 0,
  })
})

test('a smaller wall shows its pictures without gaps, and the others again when it is enlarged', () => {
  const wall = { size: 6 as const, tiles: ['', '7-1', '', '7-2', '7-3', ''], named: [] }
  const one = resized(wall, 1)
  expect(tilesOf(one)).toEqual(['7-1'])
  expect(tilesOf(resized(one, 4))).toEqual(['7-1', '7-2', '7-3', ''])
  expect(tilesOf(resized(wall, 9))).toEqual(['', '7-1', '', '7-2', '7-3', '', '', '', ''])
  // What is chosen is on the wall once, in sight.
  expect(place(one, 0, ['7-3']).wall.tiles).toEqual(['7-3', '7-2'])
  expect([channelIn('7-2'), channelIn('')]).toEqual([{ vehicleId: 7, channel: 2 }, undefined])
})

test('a tile is emptied, and changed for another one', () => {
  const wall = { size: 4 as const, tiles: ['7-1', '7-2'], named: [] }
  expect(without(wall, 0).tiles).toEqual(['', '7-2', '', ''])
  expect(swapped(wall, 0, 3).tiles).toEqual(['', '7-2', '', '7-1'])
})

test('a wall is kept under a name, shown again, replaced and forgotten', () => {
  const wall = { size: 1 as const, tiles: ['7-1', '7-2'], named: [] }
  const kept = named(wall, '洒水车')
  expect(kept.named).toEqual([{ name: '洒水车', size: 1, tiles: ['7-1'] }])
  const other = { ...kept, size: 4 as const, tiles: ['8-1'] }
  expect(shownAs(other, kept.named[0]!)).toEqual({ ...kept, tiles: ['7-1'] })
  expect(named(other, '洒水车').named).toEqual([{ name: '洒水车', size: 4, tiles: ['8-1', '', '', ''] }])
  expect(unnamed(kept, '洒水车')).toEqual(wall)
})
