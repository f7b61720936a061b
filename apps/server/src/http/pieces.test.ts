import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inChunks } from './pieces.ts'

const somePart = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.uint8Array(),
  fc.constantFrom('环'.repeat(100_000), new Uint8Array(300_000).fill(7)),
)

test('the pieces together are the parts, in order, however long', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(somePart), async (parts) => {
      const whole = Buffer.concat(['头', ...parts, '尾'].map((part) => Buffer.from(part)))
      expect((await buffer(inChunks('头', parts, '尾'))).equals(whole)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('other work has its turn before a long reply is made', async () => {
  let isDone = false
  setImmediate(() => {
    isDone = true
  })
  for await (const _ of inChunks(
    '',
    Array.from({ length: 3 }, () => new Uint8Array(200_000)),
    '',
  ))
    if (isDone) return
  throw new Error('it was made in one go')
})
