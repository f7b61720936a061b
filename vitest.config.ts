import { defineConfig } from 'vitest/config'

// What a busy machine was too slow for is tried once more; the end of `npm test` names it.
const retry = 1

const unit = {
  globalSetup: ['tools/test-database.ts'],
  // Left to itself it keeps a processor free; two of two is half the time.
  maxWorkers: '100%',
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // Half of a run would be reading the same modules again for each file.
  isolate: false,
  retry,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/{server,fleet}/src/**/*.test.ts', 'tools/*.test.ts'],
          setupFiles: ['tools/put-back.ts'],
        },
      },
      {
        test: {
          ...unit,
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          // The browser's stores are modules: each file has its own.
          setupFiles: ['tools/put-back.ts', 'tools/fresh-modules.ts'],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts'],
          globalSetup: ['e2e/prepare.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // Each file has a product of its own, and waits longer than it works: three keep two processors busy.
          maxWorkers: 3,
          retry,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
})
