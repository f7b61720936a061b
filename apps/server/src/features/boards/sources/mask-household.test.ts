import { expect, test } from 'vitest'
import { maskHousehold } from './mask-household.ts'

test.each([
  ['柳林村123号户厕', '柳林村', '1**号户厕'],
  ['柳林村7号', '柳林村', '7号'],
  ['王小明家', '柳林村', '王***'],
  ['柳林村', '柳林村', ''],
  ['Zhang San 7', '柳林村', 'Z**** *** *'],
])('%s of %s is shown as %s', (name, village, shown) => {
  expect(maskHousehold(name, village)).toBe(shown)
})
