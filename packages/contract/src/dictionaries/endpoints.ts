import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, nothing, orNone, parentId, whole, word } from '../fields.ts'
import { lastChange } from '../last-change.ts'
import { page, pageQuery } from '../page.ts'
import { recordCalls } from '../records.ts'

/** A language in which nothing is written has no entry. */
const text = z
  .string()
  .trim()
  .max(50)
  .transform((written) => written || undefined)
  .optional()
const texts = { 'zh-CN': text, 'zh-TW': text, 'en-US': text }
/** Texts by language. On a change the text in the caller's own language stands in the field beside, which counts. */
const Texts = z.object({ 'zh-CN': z.string(), 'zh-TW': z.string().optional(), 'en-US': z.string().optional() })
export type Texts = z.infer<typeof Texts>

const remarks = z.string().trim().max(200).default('')
const system = z.enum({ own: '0', system: '1' })

export const Dictionary = z.object({
  id: z.number(),
  /** Names it in the code that reads it: `vehicle_type`. */
  type: z.string(),
  /** Its name in the caller's language. */
  description: z.string(),
  labels: Texts,
  remarks: z.string(),
  /** '1': the system's, which nobody changes. */
  system,
  createTime: z.string(),
  ...lastChange,
})
export type Dictionary = z.infer<typeof Dictionary>

export const DictionaryItem = z.object({
  id: z.number(),
  dictId: z.number(),
  type: z.string(),
  /** Kept by the rows that name the item. */
  value: z.string(),
  /** In the caller's language. */
  label: z.string(),
  labels: Texts,
  sort: z.number(),
  remarks: z.string(),
  /** False: no longer offered; rows that name it keep it. */
  enabled: z.boolean(),
  /** '1': rules of the product depend on it, so that it can only be sorted, switched off and remarked on. */
  system,
  createTime: z.string(),
  ...lastChange,
})
export type DictionaryItem = z.infer<typeof DictionaryItem>

const type = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, word('dictionaryType'))
const dictionaryFields = {
  type,
  description: z.string().trim().min(1, word('enterDictionaryName')).max(50),
  labels: z.object(texts).default({}),
  remarks,
}
const itemFields = {
  dictId: id,
  value: z
    .string()
    .trim()
    .regex(/^[\w.-]{1,20}$/, word('dictionaryValue')),
  label: z.string().trim().min(1, word('enterItemLabel')).max(50),
  labels: z.object(texts).default({}),
  sort: whole(z.number().int().min(0).max(9999).default(0)),
  remarks,
  enabled: z.boolean().default(true),
}

/** Items of one dictionary that are switched on, with `all` the others too, by `sort`. Source: spec 2, section 7.4. */
export const getDictionaryItems = endpoint({
  method: 'GET',
  path: '/admin/dict/type/:type',
  access: 'session',
  input: z.object({ type: z.string().min(1).max(64), all: z.stringbool().optional() }),
  output: z.array(DictionaryItem),
})
/** All items of a dictionary, by `sort`. */
export const listDictionaryItems = endpoint({
  method: 'GET',
  path: '/admin/dict/getDictItemList/:id',
  access: 'session',
  input: z.object({ id }),
  output: z.array(DictionaryItem),
})

/** A dictionary, or an item below one; `id`s of the two overlap, `value` is an item's alone. `label` and `name` are one text. Source: spec 4, S1 §7.4. */
const face = {
  id: z.number(),
  /** 0 for a dictionary, the dictionary for an item. */
  parentId: z.number(),
  label: z.string(),
  name: z.string(),
  type: z.string(),
  value: z.string().nullable(),
  system,
  hasChildren: z.boolean(),
}
const leaf = z.object({ ...face, children: z.array(z.never()) })
export const DictionaryNode = z.object({ ...face, children: z.array(leaf) })
export type DictionaryNode = z.infer<typeof DictionaryNode>

const tree = (path: string) =>
  endpoint({ method: 'GET', path: `/admin/dict/${path}`, access: 'session', input: nothing, output: z.array(DictionaryNode) })
/** Dictionaries of the organisation, without their items. */
export const getUserDictionaries = tree('getUserDictTree')
/** Dictionaries of the system. */
export const getSystemDictionaries = tree('getSystemDictTree')
/** All dictionaries with their items. `lazy` is one level: the dictionaries, or the items of `parentId`. */
export const getDictionaryTree = endpoint({
  method: 'GET',
  path: '/admin/dict/tree',
  access: 'session',
  input: z.object({ lazy: z.stringbool().optional(), parentId: parentId.default(0) }),
  output: z.array(DictionaryNode),
})

/** Pages of dictionaries and of the items of one, as the family's clients ask for them. */
export const pageDictionaries = endpoint({
  method: 'GET',
  path: '/admin/dict/page',
  access: 'session',
  input: pageQuery.extend({ type: orNone(z.string().max(64)), system: orNone(system) }),
  output: page(Dictionary),
})
export const pageDictionaryItems = endpoint({
  method: 'GET',
  path: '/admin/dict/item/page',
  access: 'session',
  input: pageQuery.extend({ dictId: id }),
  output: page(DictionaryItem),
})

/** The type of a dictionary stays as it was made. Removing one removes its items; those that the product reads stay. */
export const {
  get: getDictionary,
  add: addDictionary,
  change: changeDictionary,
  remove: removeDictionary,
} = recordCalls('/admin/dict', 'sys_dict', dictionaryFields, Dictionary)

/** 409 where rows name the item, when its value would change or it would be removed: it can be switched off. */
export const {
  get: getDictionaryItem,
  add: addDictionaryItem,
  change: changeDictionaryItem,
  remove: removeDictionaryItem,
} = recordCalls('/admin/dict/item', 'sys_dict', itemFields, DictionaryItem)
