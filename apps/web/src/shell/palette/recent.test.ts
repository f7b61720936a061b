// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { objectInAddress } from './recent.ts'

test.each([
  ['/monitor/live/index', '?tab=vehicle&selected=1-7', '1-7'],
  ['/monitor/history/index', '?objects=0-3,1-7', '0-3'],
  ['/event/personnel/index', '?objectId=3', '0-3'],
  ['/event/facility/index', '?objectId=5', '2-5'],
  ['/asset/vehicle/index', '?open=7', '1-7'],
  ['/asset/vehicle/index', '?open=new', undefined],
  ['/asset/vehicle/index', '', undefined],
  ['/monitor/live/index', '?selected=9-7', undefined],
  ['/system/role/index', '?open=7', undefined],
])('the object at %s%s is %s', (path, search, key) => {
  expect(objectInAddress(path, search)).toBe(key)
})
