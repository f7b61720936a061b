import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import { BoardDefinition as Definition } from '@huanwei/contract/designs/endpoints'
import { expect, test } from 'vitest'
import { begun, changed, redone, undone } from './editor-history.ts'
import { placeAfter, placed, sourcesFor, withNewPanel, withoutPanel, withPanel, withSource } from './panel-moves.ts'

const none = { 'zh-CN': '', 'zh-TW': '', 'en-US': '' }
const empty: BoardDefinition = { title: { ...none, 'zh-CN': '新' }, theme: 'blue', isUpright: false, about: 'now', panels: [] }

function filled() {
  let board = empty
  for (let next = withNewPanel(board, 'crews', none); next; next = withNewPanel(board, 'crews', none)) board = next.board
  return board
}

test('panels are added until there is no room, each at a place of its own', () => {
  const board = filled()
  expect(Definition.parse(board)).toEqual(board)
  expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length)
  const again = withNewPanel(withoutPanel(board, board.panels[2]!.id), 'figures', none)
  expect(again && Definition.parse(again.board)).toEqual(again?.board)
})

test('a panel moves and grows by a cell where there is room, and not over another or the edge', () => {
  const one = withNewPanel(empty, 'crews', none)!
  const two = withNewPanel(one.board, 'eventHours', none)!
  const [first, second] = two.board.panels
  const go = (key: string, isResize = false) => placed(two.board, second!.id, placeAfter(key, isResize, second!)!)
  expect(go('ArrowRight')?.panels[1]).toMatchObject({ x: second!.x + 1, y: second!.y })
  expect(go('ArrowDown', true)?.panels[1]).toMatchObject({ h: second!.h + 1 })
  expect(go('ArrowLeft')).toBeUndefined()
  expect(go('ArrowUp')).toBeUndefined()
  expect(placed(two.board, first!.id, placeAfter('ArrowLeft', false, first!)!)).toBeUndefined()
  expect(placeAfter('a', false, first!)).toBeUndefined()
})

test('another source keeps the kind where that can draw it, and none of the parameters', () => {
  const { panel } = withNewPanel(empty, 'figures', none)!
  expect(withSource({ ...panel, kind: 'ring' }, 'stateCounts')).toMatchObject({ kind: 'ring', params: {} })
  expect(withSource(panel, 'eventHours')).toMatchObject({ kind: 'trend' })
  for (const source of sourcesFor('facility')) {
    const board = { ...empty, about: 'facility' as const, panels: [{ ...panel, ...withSource(panel, source) }] }
    expect(Definition.safeParse(board).success, source).toBe(true)
  }
  expect(sourcesFor('now')).not.toContain('facilityAir')
})

test('steps are taken back and done again; the letters of a title are one step', () => {
  const { board, panel } = withNewPanel(empty, 'crews', none)!
  const titled = (text: string) => withPanel(board, panel.id, { title: { ...none, 'zh-CN': text } })
  let history = changed(begun(empty), board)
  for (const text of ['班', '班组']) history = changed(history, titled(text), 'title')
  history = undone(history)
  expect(history.now).toEqual(board)
  expect(undone(undone(history)).now).toEqual(empty)
  expect(redone(history).now).toEqual(titled('班组'))
  expect(redone(changed(history, empty)).now).toEqual(empty)
})
