import * as calls from '@huanwei/contract/dictionaries/endpoints'
import {
  isReadByProduct,
  isSystemDictionary,
  isSystemItem,
  isValueOf,
  mostDictionaries,
  mostItems,
} from '@huanwei/contract/dictionaries/rules'
import { pageOf } from '@huanwei/contract/page'
import type { Language } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { mustSeeAll } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, isUniqueViolation, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { areAlike, storedTexts } from './item-texts.ts'
import {
  countDictionaries,
  countItems,
  deleteDictionary,
  deleteItem,
  findDictionaries,
  findDictionary,
  findItem,
  findItems,
  insertDictionary,
  insertItem,
  isNamedBeyond,
  isUsed,
  lockDictionary,
  lockItem,
  updateDictionary,
  updateItem,
} from './queries.ts'
import { dictionaryOf, itemOf, nodeOf, treeOf } from './wire.ts'

export function dictionaryRoutes(app: FastifyInstance, db: Database) {
  listRoutes(app, db)
  recordRoutes(app, db)
  dictionaryChanges(app, db)
  itemChanges(app, db)
}

/** Lists, trees and pages. */
function listRoutes(app: FastifyInstance, db: Database) {
  serve(app, calls.getDictionaryItems, ({ type, all = false }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const items = await findItems(tx, viewer.tenantId, { type })
      return items.filter(({ enabled }) => all || enabled).map((item) => itemOf(item, languageOf(headers)))
    }),
  )

  serve(app, calls.listDictionaryItems, ({ id }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      if (!(await findDictionary(tx, viewer.tenantId, id))) throw notFound()
      return (await findItems(tx, viewer.tenantId, { dictId: id })).map((item) => itemOf(item, languageOf(headers)))
    }),
  )

  for (const [call, isSystem] of [
    [calls.getUserDictionaries, false],
    [calls.getSystemDictionaries, true],
  ] as const)
    serve(app, call, (_, viewer, { headers }) =>
      db.within(viewer, async (tx) => {
        const all = await findDictionaries(tx, viewer.tenantId)
        const wanted = all.filter(({ type }) => isSystemDictionary(type) === isSystem)
        return wanted.map((one) => nodeOf(dictionaryOf(one, languageOf(headers)), []))
      }),
    )

  serve(app, calls.getDictionaryTree, ({ lazy = false, parentId }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const all = await findDictionaries(tx, viewer.tenantId)
      return treeOf(all, await findItems(tx, viewer.tenantId, {}), { lazy, parentId, language: languageOf(headers) })
    }),
  )

  serve(app, calls.pageDictionaries, ({ type, system, ...place }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const all = (await findDictionaries(tx, viewer.tenantId)).map((one) => dictionaryOf(one, languageOf(headers)))
      return slice(
        all.filter((one) => one.type.includes(type ?? '') && (system ?? one.system) === one.system),
        place,
      )
    }),
  )

  serve(app, calls.pageDictionaryItems, ({ dictId, ...place }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const items = await findItems(tx, viewer.tenantId, { dictId })
      return slice(
        items.map((item) => itemOf(item, languageOf(headers))),
        place,
      )
    }),
  )
}

/** One page of a list that is short enough to be read whole. */
const slice = <T>(all: T[], place: { current: number; size: number }) =>
  pageOf(all.slice((place.current - 1) * place.size, place.current * place.size), all.length, place)

/** One dictionary, one item. */
function recordRoutes(app: FastifyInstance, db: Database) {
  serve(app, calls.getDictionary, ({ id }, viewer, { headers }) =>
    db.within(viewer, async (tx) =>
      dictionaryOf((await findDictionary(tx, viewer.tenantId, id)) ?? missing(), languageOf(headers)),
    ),
  )

  serve(app, calls.getDictionaryItem, ({ id }, viewer, { headers }) =>
    db.within(viewer, async (tx) => itemOf((await findItem(tx, viewer.tenantId, id)) ?? missing(), languageOf(headers))),
  )
}

function dictionaryChanges(app: FastifyInstance, db: Database) {
  serve(app, calls.addDictionary, ({ type, remarks, ...texts }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      mustSeeAll(viewer)
      if ((await countDictionaries(tx, viewer.tenantId)) >= mostDictionaries)
        throw conflict('dictionaries:refusal.tooMany', { most: mostDictionaries })
      const language = languageOf(headers)
      const added = await insertDictionary(tx, viewer, { type, remarks, ...describedBy(texts, language) })
      if (!added) throw taken('type')
      return dictionaryOf(added, language)
    }),
  )

  serve(app, calls.changeDictionary, ({ id, updateTime, type, remarks, ...texts }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      mustSeeAll(viewer)
      const before = await take(tx, viewer, id, updateTime)
      mustBeOwn(before, 'dictionaries:refusal.systemChange')
      if (before.type !== type) throw new Refused(409, 'dictionaries:refusal.typeFixed', {}, { field: 'type' })
      const language = languageOf(headers)
      return dictionaryOf(await updateDictionary(tx, viewer, id, { remarks, ...describedBy(texts, language) }), language)
    }),
  )

  serve(app, calls.removeDictionary, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      mustSeeAll(viewer)
      const dictionary = await take(tx, viewer, id, updateTime)
      mustBeOwn(dictionary, 'dictionaries:refusal.systemRemove')
      if (isReadByProduct(dictionary.type)) throw conflict('dictionaries:refusal.readByProduct')
      await deleteDictionary(tx, viewer.tenantId, id)
      return true
    }),
  )
}

function itemChanges(app: FastifyInstance, db: Database) {
  serve(app, calls.addDictionaryItem, ({ dictId, labels, label, ...fields }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const dictionary = (await lockDictionary(tx, viewer.tenantId, dictId)) ?? missing()
      mustBeOwn(dictionary, 'dictionaries:refusal.systemChange')
      mustFit(dictionary.type, fields.value)
      if ((await countItems(tx, viewer.tenantId, dictId)) >= mostItems)
        throw conflict('dictionaries:refusal.tooManyItems', { most: mostItems })
      const { name, labels: stored } = storedTexts(label, labels, languageOf(headers))
      const added = await insertItem(tx, viewer, dictionary, { ...fields, label: name, labels: stored })
      if (!added) throw taken('value')
      return itemOf(added, languageOf(headers))
    }),
  )

  serve(app, calls.changeDictionaryItem, ({ id, updateTime, dictId, label, labels, ...fields }, viewer, { headers }) =>
    db
      .within(viewer, async (tx) => {
        const before = await takeItem(tx, viewer, id, updateTime)
        if (before.dictId !== dictId) throw notFound()
        mustBeOwn(before, 'dictionaries:refusal.systemChange')
        const named = storedTexts(label, labels, languageOf(headers))
        const isOther = fields.value !== before.value
        const isSame = !isOther && areAlike(named, { name: before.label, labels: before.labels })
        if (isSystemItem(before.type, before.value) && !isSame) throw conflict('dictionaries:refusal.systemItem')
        mustFit(before.type, fields.value)
        if (isOther && (await isUsed(tx, viewer, before)))
          throw new Refused(409, 'dictionaries:refusal.valueUsed', {}, { field: 'value' })
        const changed = await updateItem(tx, viewer, id, { ...fields, label: named.name, labels: named.labels })
        return itemOf(changed, languageOf(headers))
      })
      .catch((error) => {
        throw isUniqueViolation(error, 'sys_dict_item') ? taken('value') : error
      }),
  )

  serve(app, calls.removeDictionaryItem, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      const item = await takeItem(tx, viewer, id, updateTime)
      if (isSystemItem(item.type, item.value)) throw conflict('dictionaries:refusal.systemItemRemove')
      if (await isUsed(tx, viewer, item)) throw conflict('dictionaries:refusal.inUse')
      await deleteItem(tx, viewer.tenantId, id)
      return true
    }),
  )
}

function missing(): never {
  throw notFound()
}

/** The dictionary as it stands, until the transaction ends. Refuses one that was changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  const dictionary = (await lockDictionary(tx, viewer.tenantId, id)) ?? missing()
  await mustBeCurrent(tx, viewer, dictionary, updateTime)
  return dictionary
}

/** The item as it stands. Refuses what `take` does, and with 403 one that rows beyond the viewer's scope name. */
async function takeItem(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  const item = (await lockItem(tx, viewer.tenantId, id)) ?? missing()
  await mustBeCurrent(tx, viewer, item, updateTime)
  if (await isNamedBeyond(tx, viewer, item)) throw new Refused(403, 'dictionaries:refusal.usedBeyond', {}, 'access_denied')
  return item
}

function mustBeOwn({ type }: { type: string }, refusal: TextKey) {
  if (isSystemDictionary(type)) throw conflict(refusal)
}

function mustFit(type: string, value: string) {
  if (!isValueOf(type, value)) throw new Refused(400, 'dictionaries:refusal.number', {}, { field: 'value' })
}

const taken = (field: 'type' | 'value') => new Refused(409, `dictionaries:refusal.${field}Taken`, {}, { field })

type Texts = { description: string; labels: Parameters<typeof storedTexts>[1] }

function describedBy({ description: shown, labels: given }: Texts, language: Language) {
  const { name: description, labels } = storedTexts(shown, given, language)
  return { description, labels }
}
