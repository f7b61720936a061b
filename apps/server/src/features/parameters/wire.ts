import { builtInParameters } from '@huanwei/contract/parameters/codes'
import type { PublicParameter } from '@huanwei/contract/parameters/endpoints'
import { isBuiltIn } from '@huanwei/contract/parameters/rules'
import type { Language } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import type { ParameterRow } from './queries.ts'

/** A parameter as its screen shows it; the product's own are named in `language`. */
export function parameterOf({ tenantId: _, updateBy: __, ...row }: ParameterRow, language: Language): PublicParameter {
  const { publicKey: key } = row
  if (!isBuiltIn(key)) return { ...row, system: '0', startValue: null, least: null, most: null }
  const { start, least, most } = builtInParameters[key]
  return { ...row, publicName: say(language, `parameters:name.${key}`), system: '1', startValue: String(start), least, most }
}
