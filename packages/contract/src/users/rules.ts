import { word } from '../fields.ts'

/** Signs of a new password; shorter ones of earlier versions go on working. Record: docs/decisions/0026. */
const minPasswordLength = 8
/** Fewer digits are a date or a telephone number. */
const manyDigits = 12

/** Words that the most guessed passwords consist of, with digits and punctuation around them. */
const commonWords = new Set(
  `a aa abcd admin administrator root user guest test demo manager master super superadmin system server public default
   password passwd passw0rd p@ssw0rd p@ssword pass pwd secret changeme login welcome letmein hello access monkey dragon sunshine
   princess football baseball superman iloveyou woaini woaiwojia mima zhongguo china huanwei huanbao chengguan pig pigx qaz@wsx`.split(
    /\s+/,
  ),
)

/** Ways that fingers walk over the keys. */
const walks = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv',
  'q1w2e3r4t5y6',
  'qazwsxedcrfv',
]

/** The key of what is wrong with a new password; undefined when nothing is. */
export function passwordProblem(password: string) {
  if (password.length < minPasswordLength) return word('newPasswordShort')
  const lower = password.toLowerCase()
  /** Without the digits and punctuation around it. */
  const [bare] = /\p{L}(?:.*\p{L})?/u.exec(lower) ?? ['']
  const isDigits = bare === '' && password.length < manyDigits
  const isWalk = walks.some((walk) => walk.includes(lower) || (bare.length > 2 && walk.includes(bare)))
  const isCommon = isDigits || isWalk || commonWords.has(bare) || new Set(lower).size < 4
  return isCommon ? word('newPasswordCommon') : undefined
}

/** Alphabets with letters that look like those of another one; Chinese characters do not. */
const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

/** True for a name that does not pass for another: letters of one alphabet, none of them in a second form (fullwidth, ligature). */
export const isPlainName = (name: string) =>
  name === name.normalize('NFKC') && alphabets.filter((alphabet) => alphabet.test(name)).length <= 1

/** The key of what is wrong with a mobile number; undefined when nothing is. Source: spec 2, section 5; spec 4, S1 §5. */
export function phoneProblem(phone: string) {
  if (phone === '') return word('enterPhone')
  if (phone.length !== 11) return word('phoneLength')
  return /^1\d{10}$/.test(phone) ? undefined : word('phoneFormat')
}
