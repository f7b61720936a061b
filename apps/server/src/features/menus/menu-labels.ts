import { MenuType } from '@huanwei/contract/menus/codes'
import type { Language } from '@huanwei/words/languages'
import { sayKnown } from '@huanwei/words/say'
import type { MenuLine } from './queries.ts'

/** Label of an item in `language`: the one it was given, else the product's words for its name, else the name itself. */
export function menuLabel(language: Language, { name, labels, type }: Pick<MenuLine, 'name' | 'labels' | 'type'>): string {
  const given = language === 'zh-CN' ? undefined : labels[language]
  const noun = type === MenuType.button ? 'menus:permission' : 'shell:item'
  return given ?? sayKnown(language, `${noun}.${name}`) ?? name
}

/** Fields that every node of a menu tree has, with its texts in `language`. */
export function faceOf({ labels, roles, code: _, ...menu }: MenuLine, language: Language) {
  const label = menuLabel(language, { name: menu.name, labels, type: menu.type })
  return { ...menu, key: menu.name, name: label, label, meta: roles.length ? { roles } : {}, spread: false as const }
}
