import { Visitor } from 'oxc-parser'
import { isTest, lineAt, type Rule } from './tree.ts'

const statement = /^\s*(select\s|insert\s+into\s|update\s+[\w"]+\s+set\s|delete\s+from\s|with\s+[\w"]+\s+as\s)/i
const routeMethods = new Set(['get', 'post', 'put', 'patch', 'delete', 'route'])

/** A noun of the server is entered by routes, queries, table and jobs. SQL is in queries and table only, routes are registered in routes only. */
export const frontDoors: Rule = {
  name: 'front doors of the server',
  inFile({ path, text, imports }, program) {
    if (!/^apps\/server\/src\/features\//.test(path) || isTest(path)) return []
    const [isSql, isRoutes] = [/\/(queries|table)\.ts$/.test(path), /\/routes\.ts$/.test(path)]
    const findings: string[] = []
    const report = (offset: number, what: string) => findings.push(`${path}:${lineAt(text, offset)} ${what}`)
    if (!isSql)
      for (const { target, line } of imports)
        if (/^(drizzle-orm|pg($|-|\/))/.test(target))
          findings.push(`${path}:${line} imports ${target}: SQL lives in queries.ts and table.ts`)
    new Visitor({
      CallExpression({ callee, start }) {
        if (isRoutes) return
        const isServe = callee.type === 'Identifier' && callee.name === 'serve'
        const isRoute =
          callee.type === 'MemberExpression' &&
          callee.object.type === 'Identifier' &&
          callee.object.name === 'app' &&
          callee.property.type === 'Identifier' &&
          routeMethods.has(callee.property.name)
        if (isServe || isRoute) report(start, 'registers a route: routes live in routes.ts')
      },
      Literal({ value, start }) {
        if (!isSql && typeof value === 'string' && statement.test(value))
          report(start, 'holds a statement: SQL lives in queries.ts')
      },
      TemplateLiteral({ quasis, start }) {
        if (!isSql && statement.test(quasis[0]?.value.raw ?? '')) report(start, 'holds a statement: SQL lives in queries.ts')
      },
    }).visit(program)
    return findings
  },
}
