import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

export type Program = ReturnType<typeof parseSync>['program']

type Import = {
  /** The imported file from the root of the repository, or the name of a package outside it. */
  target: string
  line: number
}

/** A file as the rules of the whole tree see it. */
export type Source = { path: string; text: string; imports: Import[]; exports: string[] }

/** A rule looks at one file with its syntax tree, or at all files together. It returns a sentence for each place that breaks it. */
export type Rule = {
  name: string
  inFile?: (source: Source, program: Program) => string[]
  inTree?: (sources: Source[]) => string[]
}

/** Every file the rules apply to, by its path from the root of the repository. Style sheets have a length only. */
const patterns = ['{apps,packages}/*/src/**/*.{ts,tsx,css}', '{tools,bench,e2e}/**/*.{ts,mjs}', 'apps/*/*.ts']

/** Reads the repository at `root`. */
export function readFiles(root: string): Map<string, string> {
  return new Map(
    globSync(patterns, { cwd: root }).map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]),
  )
}

/** True for tests and for the kits that only tests use. */
export const isTest = (path: string) => /\.test(-kit)?\.tsx?$|\/test-[^/]+\.tsx?$|\/src\/test\/|arbitraries\.ts$/.test(path)

export const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** Parses a file. Throws when it is not TypeScript. */
export function parse(path: string, text: string): { source: Source; program: Program } {
  if (path.endsWith('.css'))
    return { source: { path, text, imports: [], exports: [] }, program: parseSync('empty.ts', '').program }
  const { module, program, errors } = parseSync(path, text, { preserveParens: false })
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const imports: Import[] = []
  const add = (specifier: string, offset: number) =>
    imports.push({ target: targetOf(path, specifier), line: lineAt(text, offset) })
  for (const { moduleRequest, start } of module.staticImports) add(moduleRequest.value, start)
  for (const { start, entries } of module.staticExports) {
    const from = entries.find(({ moduleRequest }) => moduleRequest)?.moduleRequest
    if (from) add(from.value, start)
  }
  new Visitor({
    ImportExpression({ source, start }) {
      if (source.type === 'Literal' && typeof source.value === 'string') add(source.value, start)
    },
    TSImportType({ source, start }) {
      add(source.value, start)
    },
  }).visit(program)
  return { source: { path, text, imports, exports: exportsOf(module) }, program }
}

/** Names that a file declares and exports; names it only passes on are those of another file. */
function exportsOf(module: ReturnType<typeof parseSync>['module']): string[] {
  const names = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, exportName }) =>
      moduleRequest || exportName.kind !== 'Name' ? [] : (exportName.name ?? []),
    ),
  )
  return [...new Set(names)]
}

/** Resolves as Node does here: relative paths carry their ending, packages of the repository map `./*` to `./src/*.ts`. */
function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(path), specifier.replace(/\?.*$/, '')).replaceAll('\\', '/')
  const own = /^@huanwei\/(server|web|fleet)\/(.+)$/.exec(specifier)
  if (own) return `apps/${own[1]}/src/${own[2]}.ts`
  const shared = /^@huanwei\/([^/]+)\/(.+)$/.exec(specifier)
  return shared ? `packages/${shared[1]}/src/${shared[2]}.ts` : specifier
}
