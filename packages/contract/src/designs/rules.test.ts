import { expect, test } from 'vitest'
import { boardGrid, boardSources, PanelKind, sourceNames } from '../boards/codes.ts'
import { freePlace, isOnGrid, kindsFor, shareCells, textIn } from './rules.ts'

test('places that touch do not overlap, those that share a cell do', () => {
  const place = { x: 4, y: 2, w: 4, h: 2 }
  for (const beside of [{ x: 8 }, { x: 0 }, { y: 4 }, { y: 0 }]) expect(shareCells(place, { ...place, ...beside })).toBe(false)
  for (const over of [{ x: 7 }, { x: 1 }, { y: 3 }, { y: 1 }, {}]) expect(shareCells(place, { ...place, ...over })).toBe(true)
})

test('a new panel finds room as long as there is a free cell', () => {
  const taken: { x: number; y: number; w: number; h: number }[] = []
  for (let place = freePlace(taken); place; place = freePlace(taken)) {
    expect(isOnGrid(place)).toBe(true)
    expect(taken.some((one) => shareCells(one, place!))).toBe(false)
    taken.push(place)
  }
  const cells = taken.reduce((sum, { w, h }) => sum + w * h, 0)
  expect(cells).toBe(boardGrid.columns * boardGrid.rows)
})

test('every source has a kind that draws it, and every kind a source', () => {
  const drawn = sourceNames.flatMap(kindsFor)
  expect(sourceNames.length).toBe(Object.keys(boardSources).length)
  expect(new Set(drawn)).toEqual(new Set(Object.values(PanelKind)))
})

test('a text that is missing in a language is shown in another', () => {
  const texts = { 'zh-CN': '车队', 'zh-TW': '', 'en-US': 'Fleet' }
  expect([textIn(texts, 'zh-TW'), textIn(texts, 'en-US')]).toEqual(['车队', 'Fleet'])
})
