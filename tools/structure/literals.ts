import { Visitor } from 'oxc-parser'
import { lineAt, type Rule } from './tree.ts'

/** In a spread the compiler looks for no excess keys: a misspelt optional column would pass. */
export const literals: Rule = {
  name: 'spread literals',
  inFile({ path, text }, program) {
    const findings: string[] = []
    new Visitor({
      SpreadElement({ argument, start }) {
        if (argument.type === 'ObjectExpression' || argument.type === 'ArrayExpression')
          findings.push(`${path}:${lineAt(text, start)} spreads a literal: write its parts out`)
      },
    }).visit(program)
    return findings
  },
}
