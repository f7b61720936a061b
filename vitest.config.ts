import { availableParallelism } from 'node:os'
import { settings } from '@huanwei/server/config'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'

// Products that tests start have the settings that the test gives, not those of a container in which it runs.
for (const name of Object.keys(settings)) delete process.env[name]

// The runner's limits are for what hangs: a busy machine reaches none of them.
const limits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

// Workers, and threads that a test starts, are as quick to load as the product's.
const execArgv = ['--import', new URL('tools/quick-imports.mjs', import.meta.url).href]

const unit = {
  ...limits,
  globalSetup: ['tools/test-database.ts'],
  // Left to itself it keeps a processor free. One more than there are works while others wait for a clock.
  maxWorkers: availableParallelism() + 1,
  execArgv,
  // Half of a run would be reading the same modules again for each file.
  isolate: false,
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/{server,fleet}/src/**/*.test.ts', 'tools/**/*.test.ts'],
          setupFiles: ['tools/patience.ts', 'tools/put-back.ts'],
        },
      },
      {
        test: {
          ...unit,
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          // The browser's stores are modules: each file has its own.
          setupFiles: ['tools/patience.ts', 'tools/put-back.ts', 'tools/fresh-modules.ts', 'tools/without-styles.ts'],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts'],
          globalSetup: ['e2e/prepare.ts'],
          testTimeout: 300_000,
          hookTimeout: 400_000,
          // A file waits longer than it works: three keep two processors busy.
          maxWorkers: 3,
          execArgv,
          // A worker keeps its browser and what it has read from file to file.
          isolate: false,
          // Browsers are not exact on a busy machine; the end of `npm test` names what needed its second try.
          retry: 1,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
