import { createRequire } from 'node:module'

/** Loaded on first use: the dictionaries take 10 MB of memory and are only needed when a name is entered. */
const loadPinyin = (): typeof import('pinyin-pro') => createRequire(import.meta.url)('pinyin-pro')

/** Pinyin initials of Chinese characters, everything else as it is, lower case without spaces: `川A12345 洗扫车` → `ca12345xsc`. */
export const initialsOf = (text: string) =>
  loadPinyin()
    .pinyin(text, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
    .join('')
    .replace(/\s+/g, '')
    .toLowerCase()
