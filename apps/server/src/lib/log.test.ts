import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('each event is one line of JSON, an error in it with its message and stack', () => {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = createLog('warn', 'main', destination)
  log.error({ error: new TypeError('x is\nundefined'), code: 7 }, 'it failed')
  log.warn({ error: 'refused' }, 'broker')
  log.info('not at this level')
  expect(lines.map((line) => line.split('\n').length)).toEqual([2, 2])
  const [failed, refused] = lines.map((line) => JSON.parse(line))
  expect(failed).toMatchObject({ level: 50, thread: 'main', msg: 'it failed', code: 7 })
  expect(failed.error).toEqual({ type: 'TypeError', message: 'x is\nundefined', at: expect.any(Array) })
  expect(failed.error.at[0]).toContain('log.test.ts')
  expect(refused.error).toEqual({ message: 'refused' })
})
