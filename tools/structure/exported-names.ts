import { isTest, type Rule } from './tree.ts'

/** Names that several files of a package export on purpose. */
const shared: { package: RegExp; name: RegExp; because: string }[] = [
  {
    package: /^packages\/contract$/,
    name: /^decide(Removal)?$/,
    because: 'each work queue has one state machine, which drawer and route of its noun ask under the same name',
  },
]

const packageOf = (path: string) => /^((apps|packages)\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? ''

export const exportedNames: Rule = {
  name: 'exported names',
  inTree(sources) {
    const declared = sources
      .filter(({ path }) => !isTest(path))
      .flatMap(({ path, exports }) => exports.map((name) => ({ name, path, package: packageOf(path) })))
      .filter((one) => !shared.some((rule) => rule.package.test(one.package) && rule.name.test(one.name)))
    return [...Map.groupBy(declared, (one) => `${one.package} exports ${one.name}`)]
      .filter(([, files]) => files.length > 1)
      .map(([what, files]) => `${what} with ${files.length} meanings: ${files.map(({ path }) => path).join(', ')}`)
  },
}
