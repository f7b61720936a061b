/** Fails when a file or an import crosses a line the layout draws, or a file grows past 400 lines. Run: node tools/check-structure.ts */
import { globSync, readFileSync } from 'node:fs'

const names = [
  {
    files: /^apps\/server\/src\/features\//,
    mayBe: /\/(routes|queries|table|jobs)\.ts$|\.test\.ts$/,
    because: 'a feature of the server is routes, queries, table, jobs',
  },
  {
    files: /^packages\/contract\/src\/[^/]+\//,
    mayBe: /\/(codes|endpoints|rules|messages)\.ts$|\.test\.ts$/,
    because: 'a noun of the contract is codes, endpoints, rules',
  },
  {
    files: /\.tsx$/,
    mayBe: /\/([A-Z][A-Za-z]*|main|routes|[a-z][a-z-]*)(\.test)?\.tsx$/,
    because: 'a component file has the name of its component',
  },
  { files: /\.ts$/, mayBe: /\/[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*\.ts$/, because: 'file names are kebab-case' },
]

const own = (name: string) => `@huanwei\\/${name}`

const imports = [
  {
    files: /^packages\/contract\/.*(?<!\.test)\.ts$/,
    mayNot: /^(?!\.|zod$)/,
    because: 'the contract depends on zod and on nothing else',
  },
  {
    files: /^packages\/terminal\/.*(?<!\.test|arbitraries)\.ts$/,
    mayNot: /^(?!\.|iconv-lite$|node:zlib$)/,
    because: 'the codec is pure: no sockets, no files',
  },
  { files: /^packages\/city\/.*(?<!\.test)\.ts$/, mayNot: /^(?!\.)/, because: 'the demo city is pure' },
  {
    files: /^apps\/web\/(?!src\/lib\/test-).*(?<!\.test)\.tsx?$/,
    mayNot: new RegExp(`^${own('(server|fleet|terminal)')}`),
    because: 'the web app meets the server only through the contract; tests may start one',
  },
  {
    files: /^apps\/server\/.*(?<!\.test)\.ts$/,
    mayNot: new RegExp(`^(react|antd|${own('(web|fleet)')})`),
    because: 'the server does not draw, and knows terminals only by their wire',
  },
  {
    files: /^apps\/fleet\/.*(?<!\.test)\.ts$/,
    mayNot: new RegExp(`^(pg|drizzle|${own('(server|web)')})`),
    because: 'the fleet has no private way in',
  },
  {
    files: /^apps\/server\/src\/features\/.*\/(?!queries|table)[^/]+(?<!\.test)\.ts$/,
    mayNot: /^(drizzle-orm|pg$)/,
    because: 'SQL lives in queries.ts and table.ts',
  },
]

const longest = 400

const files = globSync(['{apps,packages}/*/src/**/*.{ts,tsx,css}', '{tools,bench,e2e}/**/*.{ts,mjs}'])
const broken = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n').length - 1
  const tooLong = lines > longest ? [`${file} has ${lines} lines; ${longest} is the most`] : []
  if (!/\.tsx?$/.test(file)) return tooLong
  const misnamed = names
    .filter((rule) => rule.files.test(file) && !rule.mayBe.test(file))
    .map((rule) => `${file}: ${rule.because}`)
  const imported = [...text.matchAll(/^(?:import|export) (?:[^'"]* from )?'([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  const crossed = imports
    .filter((rule) => rule.files.test(file))
    .flatMap((rule) => imported.filter((one) => rule.mayNot.test(one)).map((one) => `${file} imports ${one}: ${rule.because}`))
  return [...tooLong, ...misnamed, ...crossed]
})

if (broken.length) {
  console.error(broken.join('\n'))
  process.exitCode = 1
} else console.log(`${files.length} files in their places`)
