import { circles } from './circles.ts'
import { exportedNames } from './exported-names.ts'
import { fileNames } from './file-names.ts'
import { frontDoors } from './front-doors.ts'
import { drawnLines } from './imports.ts'
import { literals } from './literals.ts'
import { mutualNouns } from './meetings.ts'
import { fileLengths, folderSizes, functionLengths } from './sizes.ts'
import { texts } from './texts.ts'
import { parse, type Rule } from './tree.ts'

export const rules: Rule[] = [
  fileNames,
  fileLengths,
  functionLengths,
  folderSizes,
  drawnLines,
  circles,
  mutualNouns,
  frontDoors,
  literals,
  exportedNames,
  texts,
]

/** Returns the findings of each rule, by its name. */
export function check(files: Map<string, string>): Map<string, string[]> {
  const found = new Map(rules.map(({ name }): [string, string[]] => [name, []]))
  const sources = [...files].map(([path, text]) => {
    const { source, program } = parse(path, text)
    for (const { name, inFile } of rules) if (inFile) found.get(name)?.push(...inFile(source, program))
    return source
  })
  for (const { name, inTree } of rules) if (inTree) found.get(name)?.push(...inTree(sources))
  return found
}
