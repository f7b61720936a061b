import { expect, test } from 'vitest'
import { cubicleKinds } from './rules.ts'

test('doors are numbered men first, then women, then those for everybody; nobody said is none', () => {
  expect(cubicleKinds({ cubiclesMen: 1, cubiclesWomen: 2, cubiclesShared: 1 })).toEqual(['men', 'women', 'women', 'shared'])
  expect(cubicleKinds({ cubiclesMen: null, cubiclesWomen: 1, cubiclesShared: null })).toEqual(['women'])
  expect(cubicleKinds({ cubiclesMen: null, cubiclesWomen: null, cubiclesShared: null })).toEqual([])
})
