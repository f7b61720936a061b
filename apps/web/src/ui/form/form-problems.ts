import { isWord } from '@huanwei/contract/fields'
import { z } from 'zod'
import { i18n } from '../../i18n/i18n.ts'

export type Problem = { name: string; errors: string[] }

type FormWord = 'required' | 'small' | 'large' | `${'string' | 'array'}${'Short' | 'Long'}`

/** Named with its field. Source: spec 4, S0 §5 (`{attr} format error`). */
const formatWord = 'list:form.format'

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Text of one of zod's own checks; checks of the contract have texts of their own. */
const textOf: z.core.$ZodErrorMap = (issue) => {
  const say = (key: FormWord, values = {}) => i18n.t(`list:form.${key}`, values)
  if (isEmpty(issue.input)) return say('required')
  const kind = 'origin' in issue ? issue.origin : undefined
  if (issue.code === 'too_small')
    return kind === 'string' || kind === 'array' ? say(`${kind}Short`, { n: issue.minimum }) : say('small', { n: issue.minimum })
  if (issue.code === 'too_big')
    return kind === 'string' || kind === 'array' ? say(`${kind}Long`, { n: issue.maximum }) : say('large', { n: issue.maximum })
  return formatWord
}

/** Checks `values` by the form that the server checks them by: what is sent, or what to say under which field. */
export function checkForm<Form extends z.ZodType>(
  form: Form,
  values: unknown,
  labelOf: (name: string) => string = () => '',
): { values: z.output<Form> } | { problems: Problem[] } {
  const checked = z.safeParse(form, values, { error: textOf })
  if (checked.success) return { values: checked.data }
  const problems = new Map<string, Problem>()
  for (const { path, message } of checked.error.issues) {
    const [field = ''] = path
    const name = String(field)
    const text =
      message === formatWord ? i18n.t(formatWord, { attr: labelOf(name) }) : isWord(message) ? i18n.t(message) : message
    if (!problems.has(name)) problems.set(name, { name, errors: [text] })
  }
  return { problems: [...problems.values()] }
}
