import { expect, test } from 'vitest'
import { stageFor } from './stage-size.ts'

const design = { width: 1920, widest: 3840, height: 1080 }

test('a board fills its own size, a wall twice as wide and a larger screen of the same form', () => {
  expect(stageFor(design, { width: 1920, height: 1080 })).toEqual({ width: 1920, height: 1080, scale: 1 })
  expect(stageFor(design, { width: 3840, height: 1080 })).toEqual({ width: 3840, height: 1080, scale: 1 })
  expect(stageFor(design, { width: 3840, height: 2160 })).toEqual({ width: 1920, height: 1080, scale: 2 })
})

test('a screen of another form leaves a margin and cuts nothing', () => {
  for (const screen of [
    { width: 360, height: 740 },
    { width: 1366, height: 768 },
    { width: 5760, height: 1080 },
  ]) {
    const { width, height, scale } = stageFor(design, screen)
    expect(width * scale).toBeLessThanOrEqual(screen.width + 1)
    expect(height * scale).toBeLessThanOrEqual(screen.height + 1)
  }
})
