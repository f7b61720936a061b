import { pinyin } from 'pinyin-pro'

/** Pinyin initials of Chinese characters, everything else as it is, lower case without spaces: `川A12345 洗扫车` → `ca12345xsc`. */
export const initialsOf = (text: string) =>
  pinyin(text, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
    .join('')
    .replace(/\s+/g, '')
    .toLowerCase()
