import { mostPanels } from '@huanwei/contract/boards/codes'
import { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import { boardPaths } from '@huanwei/contract/menus/codes'
import { expect, test } from 'vitest'
import { parseIn } from '../../http/explain.ts'
import { presetAt } from './presets.ts'

const made = boardPaths.flatMap((path) => presetAt(path) ?? [])

test('every preset is a definition like those that people make, and is named in each language', () => {
  expect(made).toHaveLength(40)
  expect(boardPaths).toHaveLength(40)
  for (const preset of made) {
    expect(BoardDefinition.safeParse(preset), preset.title['en-US']).toEqual({ success: true, data: preset })
    expect(new Set(Object.values(preset.title)).size, preset.title['zh-CN']).toBeGreaterThan(1)
  }
})

const [first, second] = presetAt('/screen/board_huayin')!.panels
const definition = { ...presetAt('/screen/board_huayin')!, panels: [first!, second!] }
const withFirst = (fields: object) => ({ ...definition, panels: [{ ...first, ...fields }, second] })

test.each([
  ['a place outside of the grid', withFirst({ x: 20, w: 6 })],
  ['half a cell', withFirst({ x: 1.5 })],
  ['no cell', withFirst({ w: 0 })],
  ['a place over another panel', { ...definition, panels: [first, { ...second, x: first!.x, y: first!.y }] }],
  ['two panels of one id', { ...definition, panels: [first, { ...second, id: first!.id }] }],
  ['a source that there is not', withFirst({ source: 'weather' })],
  ['a name of every object', withFirst({ source: 'toString' })],
  ['a kind that cannot draw the source', withFirst({ kind: 'map' })],
  ['a parameter that the source does not read', withFirst({ source: 'crews', kind: 'ranking' })],
  ['figures without names', withFirst({ params: {} })],
  ['a figure of another source', withFirst({ params: { names: ['eventsToday'] } })],
  ['a figure twice', withFirst({ params: { names: ['peopleOnline', 'peopleOnline'] } })],
  ['a facility on a board of none', withFirst({ source: 'facilityAir', kind: 'gauge', params: {} })],
  ['more panels than there may be', { ...definition, panels: Array.from({ length: mostPanels + 1 }, () => first) }],
  ['fields that nobody knows', { ...definition, script: 'x' }],
  ['no name', { ...definition, title: { 'zh-CN': ' ' } }],
  ['a list', [definition]],
  ['nothing', null],
])('%s is refused', (_, sent) => {
  expect(parseIn(BoardDefinition, definition, 'zh-CN').success).toBe(true)
  expect(parseIn(BoardDefinition, sent, 'zh-CN').success).toBe(false)
})
