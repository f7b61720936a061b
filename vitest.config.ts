import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'tools/*.test.ts'],
          globalSetup: ['tools/test-database.ts'],
          // Left to itself it keeps a processor free; two of two is half the time.
          maxWorkers: '100%',
          testTimeout: 20_000,
          hookTimeout: 60_000,
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
          // What a busy machine was too slow for is tried once more.
          retry: 1,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
})
