import type { Rule } from './tree.ts'

export const namings = [
  {
    files: /^packages\/contract\/src\/[^/]+\//,
    mayBe: /\/(codes|endpoints|rules|messages)(\.test)?\.ts$/,
    because: 'a noun of the contract is codes, endpoints, rules, messages',
  },
  {
    files: /\.tsx$/,
    mayBe: /\/([A-Z][A-Za-z]*|[a-z][a-z-]*)(\.test)?\.tsx$/,
    because: 'a component file has the name of its component',
  },
  { files: /\.ts$/, mayBe: /\/[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*\.ts$/, because: 'file names are kebab-case' },
]

export const fileNames: Rule = {
  name: 'file names',
  inFile: ({ path }) =>
    namings.filter(({ files, mayBe }) => files.test(path) && !mayBe.test(path)).map(({ because }) => `${path}: ${because}`),
}
