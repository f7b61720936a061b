import { expect, test } from 'vitest'
import { namings } from './file-names.ts'
import { lines } from './imports.ts'
import { check, rules } from './rules.ts'

type Files = Record<string, string>

/** A tree that breaks one rule, what the check says of it, and how it should have been. */
type Case = { rule: string; broken: Files; says: string; right: Files }

const server = 'apps/server/src'
const web = 'apps/web/src'
const contract = 'packages/contract/src'

const long = (lines: number) => `function long() {\n${'  step()\n'.repeat(lines - 2)}}\n`
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`${server}/lib/part-${i}.ts`, '']))

/** A file that imports the first target wrongly and the second rightly. */
function imports(path: string, wrong: string, right: string, says: string): Case {
  return {
    rule: 'imports',
    broken: { [path]: `import '${wrong}'` },
    says: `${path}:1 imports ${says}`,
    right: { [path]: `import '${right}'` },
  }
}

const cases: Case[] = [
  {
    rule: 'file names',
    broken: { [`${contract}/areas/helpers.ts`]: '' },
    says: `${contract}/areas/helpers.ts: a noun of the contract is codes, endpoints, rules, messages`,
    right: { [`${contract}/areas/rules.ts`]: '', [`${contract}/areas/rules.test.ts`]: '' },
  },
  {
    rule: 'file names',
    broken: { [`${web}/ui/list_frame.tsx`]: '' },
    says: `${web}/ui/list_frame.tsx: a component file has the name of its component`,
    right: { [`${web}/ui/ListFrame.tsx`]: '', [`${web}/ui/ListFrame.test.tsx`]: '' },
  },
  {
    rule: 'file names',
    broken: { [`${server}/lib/fileStore.ts`]: '' },
    says: `${server}/lib/fileStore.ts: file names are kebab-case`,
    right: { [`${server}/lib/file-store.ts`]: '', [`${server}/lib/file-store.test-kit.ts`]: '' },
  },
  {
    rule: 'file lengths',
    broken: { [`${web}/ui/list.css`]: '\n'.repeat(401) },
    says: `${web}/ui/list.css has 401 lines; 400 is the most`,
    right: { [`${web}/ui/list.css`]: '\n'.repeat(400) },
  },
  {
    rule: 'function lengths',
    broken: { [`${server}/app.ts`]: `\n${long(101)}` },
    says: `${server}/app.ts:2 has a function of 101 lines; 100 is the most`,
    right: { [`${server}/app.ts`]: long(100) },
  },
  {
    rule: 'folder sizes',
    broken: many(26),
    says: `${server}/lib has 26 source files side by side; 25 is the most`,
    right: { ...many(25), [`${server}/lib/part-1.test.ts`]: '', [`${server}/lib/part.test-kit.ts`]: '' },
  },
  imports(`${contract}/page.ts`, 'dayjs', 'zod', 'dayjs: the contract depends on zod and on nothing else but the types of words'),
  imports('packages/terminal/src/frame.ts', 'node:net', 'iconv-lite', 'node:net: the codec is pure: no sockets, no files'),
  imports(
    'packages/words/src/fill.ts',
    '@huanwei/contract/users/codes',
    './languages.ts',
    `${contract}/users/codes.ts: the texts are a foundation and know no noun`,
  ),
  imports('packages/city/src/roads.ts', 'node:fs', './streets.ts', 'node:fs: the demo city is pure'),
  imports(
    `${web}/live/channel.ts`,
    '@huanwei/server/app',
    '@huanwei/contract/page',
    `${server}/app.ts: the web app meets the server only through the contract; tests may start one`,
  ),
  imports(`${server}/app.ts`, 'react', 'fastify', 'react: the server does not draw, and knows terminals only by their wire'),
  imports('apps/fleet/src/main.ts', 'pg', 'mqtt', 'pg: the fleet has no private way in'),
  imports(
    `${server}/db/connect.ts`,
    '../features/users/queries.ts',
    '../lib/time.ts',
    `${server}/features/users/queries.ts: lib, http and db are foundations and know no noun`,
  ),
  imports(
    `${web}/ui/ListFrame.tsx`,
    '../shell/Shell.tsx',
    '../lib/time.ts',
    `${web}/shell/Shell.tsx: lib, ui and i18n are foundations and know no noun`,
  ),
  imports(
    `${web}/ui/UserSelect.tsx`,
    '@huanwei/contract/users/endpoints',
    '@huanwei/contract/page',
    `${contract}/users/endpoints.ts: a widget makes no call: it is handed what it shows`,
  ),
  {
    rule: 'circles of imports',
    broken: {
      [`${server}/a.ts`]: "import { b } from './b.ts'",
      [`${server}/b.ts`]: "import type { C } from './c.ts'",
      [`${server}/c.ts`]: "export const later = () => import('./a.ts')",
    },
    says: `${server}/a.ts → ${server}/b.ts → ${server}/c.ts → ${server}/a.ts is a circle`,
    right: {
      [`${server}/a.ts`]: "import { b } from './b.ts'\nimport { c } from './c.ts'",
      [`${server}/b.ts`]: "import type { C } from './c.ts'",
      [`${server}/c.ts`]: '',
    },
  },
  {
    rule: 'circles of imports',
    broken: {
      [`${contract}/a.ts`]: "export type A = import('./b.ts').B",
      [`${contract}/b.ts`]: "export { a } from '@huanwei/contract/a'",
    },
    says: `${contract}/a.ts → ${contract}/b.ts → ${contract}/a.ts is a circle`,
    right: { [`${contract}/a.ts`]: "export type A = import('./b.ts').B", [`${contract}/b.ts`]: '' },
  },
  {
    rule: 'nouns that need each other',
    broken: {
      [`${server}/features/units/routes.ts`]: "import '../vehicles/queries.ts'",
      [`${server}/features/vehicles/queries.ts`]: "import '../units/table.ts'",
      [`${server}/features/units/table.ts`]: '',
    },
    says: `${server}/features/units/routes.ts: ${server}/features/units and ${server}/features/vehicles import each other; open the circle or explain it in meetings.ts`,
    right: {
      [`${server}/features/units/routes.ts`]: "import '../vehicles/queries.ts'",
      [`${server}/features/vehicles/queries.ts`]: '',
      [`${server}/features/units/table.ts`]: '',
    },
  },
  {
    rule: 'nouns that need each other',
    broken: {
      [`${server}/features/shifts/routes.ts`]: "import '../rules/queries.ts'",
      [`${server}/features/rules/queries.ts`]: '',
    },
    says: `tools/structure/meetings.ts: ${server}/features/shifts → rules needs no explanation any more`,
    right: {
      [`${server}/features/shifts/routes.ts`]: "import '../rules/queries.ts'",
      [`${server}/features/rules/queries.ts`]: "import '../shifts/table.ts'",
    },
  },
  {
    rule: 'front doors of the server',
    broken: { [`${server}/features/areas/shapes.ts`]: "import { eq } from 'drizzle-orm'" },
    says: `${server}/features/areas/shapes.ts:1 imports drizzle-orm: SQL lives in queries.ts and table.ts`,
    right: { [`${server}/features/areas/queries.ts`]: "import { eq } from 'drizzle-orm'" },
  },
  {
    rule: 'front doors of the server',
    broken: { [`${server}/features/areas/jobs.ts`]: "db.query('select 1 from area')" },
    says: `${server}/features/areas/jobs.ts:1 holds a statement: SQL lives in queries.ts`,
    right: { [`${server}/features/areas/queries.ts`]: "db.query('select 1 from area')" },
  },
  {
    rule: 'front doors of the server',
    broken: { [`${server}/features/areas/shapes.ts`]: 'serve(app, listAreas, () => [])' },
    says: `${server}/features/areas/shapes.ts:1 registers a route: routes live in routes.ts`,
    right: { [`${server}/features/areas/routes.ts`]: 'serve(app, listAreas, () => [])' },
  },
  {
    rule: 'spread literals',
    broken: { [`${server}/a.ts`]: 'const row = {\n  ...{ id, name },\n}' },
    says: `${server}/a.ts:2 spreads a literal: write its parts out`,
    right: { [`${server}/a.ts`]: 'const row = { ...before, ...(name && { name }), ids: [...ids, id] }' },
  },
  {
    rule: 'spread literals',
    broken: { [`${server}/a.ts`]: "const names = [...['a', 'b'], ...more]" },
    says: `${server}/a.ts:1 spreads a literal: write its parts out`,
    right: { [`${server}/a.ts`]: "const names = ['a', 'b', ...more]" },
  },
  {
    rule: 'exported names',
    broken: { [`${server}/a.ts`]: 'export type Fix = 1', [`${server}/b.ts`]: 'export const Fix = 2' },
    says: `apps/server exports Fix with 2 meanings: ${server}/a.ts, ${server}/b.ts`,
    right: {
      [`${server}/a.ts`]: 'export type Fix = 1\nexport const Fix = 2',
      [`${server}/b.ts`]: "export { Fix } from './a.ts'",
      [`${web}/c.ts`]: 'export type Fix = 3',
    },
  },
  {
    rule: 'texts outside packages/words',
    broken: { [`${server}/refuse.ts`]: "// 车辆\nexport const message = '车辆不存在'" },
    says: `${server}/refuse.ts:2 holds the text "车辆不存在"`,
    right: { [`${server}/refuse.ts`]: '// 车辆\nexport const pattern = /^[一-龥]$/' },
  },
  {
    rule: 'texts outside packages/words',
    broken: { [`${web}/Page.tsx`]: 'const Page = () => <p>你好</p>' },
    says: `${web}/Page.tsx:1 holds the text "你好"`,
    right: { [`${web}/Page.tsx`]: "const Page = () => <p>{t('hello')}</p>" },
  },
  {
    rule: 'texts outside packages/words',
    broken: { [`${contract}/codes.ts`]: 'const text = `辆`' },
    says: `${contract}/codes.ts:1 holds the text "辆"`,
    right: { [`${contract}/codes.test.ts`]: "expect(text).toBe('3 辆')" },
  },
]

const findings = (files: Files) =>
  Object.fromEntries([...check(new Map(Object.entries(files)))].filter(([, ones]) => ones.length))

test.each(cases)('$rule: $says', ({ rule, broken, says, right }) => {
  expect(findings(broken)).toEqual({ [rule]: [says] })
  expect(findings(right)).toEqual({})
})

test('every rule, and every line of a rule that has several, is seen to fail', () => {
  expect(new Set(cases.map(({ rule }) => rule))).toEqual(new Set(rules.map(({ name }) => name)))
  for (const { because } of [...namings, ...lines]) expect(cases.map(({ says }) => says).join('\n')).toContain(because)
})
