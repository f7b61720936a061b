import { Visitor } from 'oxc-parser'
import { isTest, lineAt, type Rule } from './tree.ts'

const chinese = /[\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/

/** Texts stand in packages/words in three languages. These places hold Chinese that is not a text of the product. */
const exceptions = [
  { files: /^apps\/server\/src\/demo\//, because: 'data of the demo city' },
  { files: /^apps\/web\/src\/shell\/menu\/initials\.ts$/, because: 'characters by which pinyin initials are found' },
]

export const texts: Rule = {
  name: 'texts outside packages/words',
  inFile({ path, text }, program) {
    if (!/^(apps\/(server|web)|packages\/contract)\/src\//.test(path) || isTest(path)) return []
    if (exceptions.some(({ files }) => files.test(path))) return []
    const findings: string[] = []
    const look = (value: string, offset: number) => {
      const found = chinese.exec(value)
      if (found) findings.push(`${path}:${lineAt(text, offset)} holds the text ${JSON.stringify(value.trim().slice(0, 30))}`)
    }
    new Visitor({
      Literal: ({ value, start }) => typeof value === 'string' && look(value, start),
      TemplateElement: ({ value, start }) => look(value.raw, start),
      JSXText: ({ value, start }) => look(value, start),
    }).visit(program)
    return findings
  },
}
