/** The first character of each initial in the order of pinyin; no syllable begins with i, u or v. */
const firsts = [...'阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥仨他屲夕丫帀']
const letters = 'abcdefghjklmnopqrstwxyz'
const byPinyin = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

/** Pinyin initials of Chinese characters, everything else as it is, lower case without spaces: `车辆违章` → `clwz`. */
export const initialsOf = (text: string) =>
  [...text.toLowerCase().replace(/\s+/g, '')].map((sign) => (/\p{Script=Han}/u.test(sign) ? initialOf(sign) : sign)).join('')

function initialOf(sign: string) {
  const after = firsts.findIndex((first) => byPinyin.compare(first, sign) > 0)
  return letters[(after === -1 ? firsts.length : after) - 1] ?? sign
}

/** True when `label` contains `text`, as written or by its pinyin initials. */
export function labelMatches(label: string, text: string) {
  const wanted = text.trim().toLowerCase()
  return label.toLowerCase().includes(wanted) || initialsOf(label).includes(wanted.replace(/\s+/g, ''))
}
