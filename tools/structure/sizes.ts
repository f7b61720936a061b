import { dirname } from 'node:path'
import { Visitor } from 'oxc-parser'
import { isTest, lineAt, type Rule } from './tree.ts'

const linesOfFile = 400
const linesOfFunction = 100
const filesOfFolder = 25

export const fileLengths: Rule = {
  name: 'file lengths',
  inFile({ path, text }) {
    const lines = text.split('\n').length - 1
    return lines > linesOfFile ? [`${path} has ${lines} lines; ${linesOfFile} is the most`] : []
  },
}

/** Counts what a reader scrolls through: from the first line of the function to its last, comments and nested functions included. */
export const functionLengths: Rule = {
  name: 'function lengths',
  inFile({ path, text }, program) {
    const findings: string[] = []
    const measure = ({ start, end }: { start: number; end: number }) => {
      const first = lineAt(text, start)
      const lines = lineAt(text, end) - first + 1
      if (lines > linesOfFunction)
        findings.push(`${path}:${first} has a function of ${lines} lines; ${linesOfFunction} is the most`)
    }
    new Visitor({ FunctionDeclaration: measure, FunctionExpression: measure, ArrowFunctionExpression: measure }).visit(program)
    return findings
  },
}

export const folderSizes: Rule = {
  name: 'folder sizes',
  inTree(sources) {
    const folders = Map.groupBy(
      sources.filter(({ path }) => /\.tsx?$/.test(path) && !isTest(path)),
      ({ path }) => dirname(path),
    )
    return [...folders]
      .filter(([, files]) => files.length > filesOfFolder)
      .map(([folder, files]) => `${folder} has ${files.length} source files side by side; ${filesOfFolder} is the most`)
  },
}
