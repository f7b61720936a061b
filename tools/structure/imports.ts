import { isTest, type Rule } from './tree.ts'

/** A line that the layout draws: `files` import nothing that matches `mayNot`. Targets are paths from the root or names of packages. */
type Line = { files: RegExp; mayNot: RegExp; because: string }

export const lines: Line[] = [
  {
    files: /^packages\/contract\//,
    mayNot: /^(?!packages\/(contract\/|words\/src\/(languages|messages)\.ts$)|zod$)/,
    because: 'the contract depends on zod and on nothing else but the types of words',
  },
  {
    files: /^packages\/terminal\//,
    mayNot: /^(?!packages\/terminal\/|iconv-lite$|node:zlib$)/,
    because: 'the codec is pure: no sockets, no files',
  },
  { files: /^packages\/words\//, mayNot: /^(?!packages\/words\/|node:)/, because: 'the texts are a foundation and know no noun' },
  { files: /^packages\/city\//, mayNot: /^(?!packages\/city\/)/, because: 'the demo city is pure' },
  {
    files: /^apps\/web\//,
    mayNot: /^(apps\/(server|fleet)|packages\/terminal)\//,
    because: 'the web app meets the server only through the contract; tests may start one',
  },
  {
    files: /^apps\/server\//,
    mayNot: /^(react|antd|apps\/(web|fleet)\/)/,
    because: 'the server does not draw, and knows terminals only by their wire',
  },
  { files: /^apps\/fleet\//, mayNot: /^(pg$|drizzle|apps\/(server|web)\/)/, because: 'the fleet has no private way in' },
  {
    files: /^apps\/server\/src\/(lib|http|db)\//,
    mayNot: /^apps\/server\/src\/(?!(lib|http|db)\/|config\.ts$)/,
    because: 'lib, http and db are foundations and know no noun',
  },
  {
    files: /^apps\/web\/src\/(lib|ui|i18n)\//,
    mayNot: /^apps\/web\/src\/(?!(lib|ui|i18n)\/)/,
    because: 'lib, ui and i18n are foundations and know no noun',
  },
  {
    files: /^apps\/web\/src\/ui\//,
    mayNot: /^(apps\/web\/src\/lib\/api\.ts|packages\/contract\/src\/[^/]+\/endpoints\.ts)$/,
    because: 'a widget makes no call: it is handed what it shows',
  },
]

export const drawnLines: Rule = {
  name: 'imports',
  inFile: ({ path, imports }) =>
    lines
      .filter(({ files }) => files.test(path) && !isTest(path))
      .flatMap(({ mayNot, because }) =>
        imports
          .filter(({ target }) => mayNot.test(target))
          .map(({ target, line }) => `${path}:${line} imports ${target}: ${because}`),
      ),
}
