import { expect, test, vi } from 'vitest'
import { startLanes } from './lanes.ts'

test('what keeps jobs waiting is logged as the error itself, which the logger describes', async () => {
  const error = new Error('the database system is in recovery mode')
  const logged = vi.fn()
  const lanes = startLanes<{ id: number }, object>({
    log: { error: logged },
    what: 'exports',
    lanes: 1,
    take: () => Promise.reject(error),
    note: async () => true,
    work: async () => undefined,
    again: {},
    failed: () => ({}),
  })
  await vi.waitFor(() => expect(logged).toHaveBeenCalledWith({ error }, 'exports wait'))
  void lanes.close()
})
