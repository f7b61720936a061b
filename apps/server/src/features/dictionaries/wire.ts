import type { Dictionary, DictionaryItem, DictionaryNode } from '@huanwei/contract/dictionaries/endpoints'
import { isSystemDictionary, isSystemItem } from '@huanwei/contract/dictionaries/rules'
import type { Language } from '@huanwei/words/languages'
import { textsOf } from './item-texts.ts'
import type { DictionaryRow, ItemRow } from './queries.ts'

/** A dictionary as the wire shows it, in `language`. */
export function dictionaryOf(
  { id, type, description, remarks, createTime, updateTime, ...row }: DictionaryRow,
  language: Language,
) {
  const labels = textsOf({ name: description, labels: row.labels })
  const system = isSystemDictionary(type) ? '1' : '0'
  const shown: Dictionary = {
    id,
    type,
    description: labels[language] ?? description,
    labels,
    remarks,
    system,
    createTime,
    updateTime,
  }
  return shown
}

/** An item as the wire shows it, in `language`. */
export function itemOf({ tenantId: _, updateBy: __, label, ...row }: ItemRow, language: Language): DictionaryItem {
  const labels = textsOf({ name: label, labels: row.labels })
  return { ...row, label: labels[language] ?? label, labels, system: isSystemItem(row.type, row.value) ? '1' : '0' }
}

/** A dictionary as a node, with these items below it. */
export function nodeOf({ id, type, description, system }: Dictionary, items: DictionaryItem[], hasChildren = items.length > 0) {
  const node: DictionaryNode = {
    id,
    parentId: 0,
    label: description,
    name: description,
    type,
    value: null,
    system,
    hasChildren,
    children: items.map(leafOf),
  }
  return node
}

const leafOf = ({ id, dictId, type, value, label, system }: DictionaryItem): DictionaryNode['children'][number] => ({
  id,
  parentId: dictId,
  label,
  name: label,
  type,
  value,
  system,
  hasChildren: false,
  children: [],
})

type Asked = { lazy: boolean; parentId: number; language: Language }

/** The tree of all dictionaries, or with `parentId` the items of one. Lazy nodes say whether there is anything below. */
export function treeOf(all: DictionaryRow[], items: ItemRow[], { lazy, parentId, language }: Asked): DictionaryNode[] {
  const below = (id: number) => items.filter(({ dictId }) => dictId === id).map((item) => itemOf(item, language))
  if (parentId !== 0) return below(parentId).map(leafOf)
  return all.map((one) => {
    const found = below(one.id)
    return nodeOf(dictionaryOf(one, language), lazy ? [] : found, found.length > 0)
  })
}
