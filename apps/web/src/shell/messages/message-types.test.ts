import { expect, test } from 'vitest'
import { queuesOf } from './message-types.ts'

const all = ['/event/illegal/index', '/event/inspection/index', '/event/approval/index', '/event/public/index']
const tabs = (held: string[]) => queuesOf(held).flatMap(({ msgType, isTab }) => (isTab ? [msgType] : []))

test('a queue is there when the menu shows one of its pages', () => {
  expect(queuesOf([])).toEqual([])
  expect(queuesOf(['/event/facility/index', '/wel/index'])).toEqual([
    { msgType: '1', path: '/event/facility/index', isTab: true },
  ])
  expect(queuesOf(['/event/personnel/index', '/event/illegal/index'])[0]?.path).toBe('/event/illegal/index')
})

test('the event centre has a tab for each, for public events only with all four flags', () => {
  expect(tabs(all)).toEqual(['1', '3', '4', '5'])
  for (const missing of all.slice(0, 3)) {
    const held = all.filter((one) => one !== missing)
    expect(tabs(held)).not.toContain('5')
    expect(queuesOf(held).map(({ msgType }) => msgType)).toContain('5')
  }
  expect(tabs(['/event/public/index'])).toEqual([])
})
