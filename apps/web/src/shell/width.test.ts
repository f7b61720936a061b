import { expect, test } from 'vitest'
import { levelOf } from './width.ts'

test.each([
  [1200, 3],
  [1199, 2],
  [992, 2],
  [991, 1],
  [768, 1],
  [767, 0],
  [360, 0],
])('a window %i wide is of level %i', (width, level) => expect(levelOf(width)).toBe(level))
