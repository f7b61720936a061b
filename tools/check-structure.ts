/** Fails when the tree breaks a rule of tools/structure. Run: node tools/check-structure.ts */
import { join } from 'node:path'
import { check } from './structure/rules.ts'
import { readFiles } from './structure/tree.ts'

const files = readFiles(join(import.meta.dirname, '..'))
const found = check(files)
for (const [name, findings] of found) {
  if (!findings.length) continue
  console.error(`${name}:\n${findings.map((finding) => `  ${finding}`).join('\n')}`)
  process.exitCode = 1
}
if (!process.exitCode) console.log(`${files.size} files, ${found.size} rules`)
