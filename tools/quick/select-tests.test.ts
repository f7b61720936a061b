import { expect, test } from 'vitest'
import { parse } from '../structure/tree.ts'
import { selectTests } from './select-tests.ts'

const files = {
  'packages/contract/src/areas/rules.ts': 'export const decide = 1',
  'packages/contract/src/areas/rules.test.ts': "import { decide } from './rules.ts'",
  'apps/server/src/test-kit.ts': "import { inject } from 'vitest'\nconst url = inject('databaseUrl')",
  'apps/server/src/features/areas/queries.ts': "import { decide } from '@huanwei/contract/areas/rules'",
  'apps/server/src/features/areas/routes.ts': "import './queries.ts'",
  'apps/server/src/features/areas/routes.test.ts': "import './routes.ts'\nimport '../../test-kit.ts'",
  'apps/server/src/features/users/routes.test.ts': "import '../areas/routes.ts'\nimport '../../test-kit.ts'",
  'apps/web/src/ui/List.test.tsx': '// @vitest-environment jsdom\n',
  'e2e/areas.test.ts': '',
}
const sources = Object.entries(files).map(([path, text]) => parse(path, text).source)

test('without a change only the tests run that need neither a database nor a page', () => {
  expect(selectTests(sources, [])).toEqual({ pure: ['packages/contract/src/areas/rules.test.ts'], near: [], further: [] })
})

test('a changed file brings the tests that import it and those beside it, and names those further off', () => {
  expect(selectTests(sources, ['apps/server/src/features/areas/queries.ts'])).toEqual({
    pure: ['packages/contract/src/areas/rules.test.ts'],
    near: ['apps/server/src/features/areas/routes.test.ts'],
    further: ['apps/server/src/features/users/routes.test.ts'],
  })
})

test('a changed test runs', () => {
  expect(selectTests(sources, ['apps/web/src/ui/List.test.tsx']).near).toEqual(['apps/web/src/ui/List.test.tsx'])
})
