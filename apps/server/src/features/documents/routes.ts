import { mostDocuments } from '@huanwei/contract/documents/codes'
import { addDocument, changeDocument, getDocument, listDocuments, removeDocument } from '@huanwei/contract/documents/endpoints'
import type { ObjectType } from '@huanwei/contract/objects'
import type { Language } from '@huanwei/words/languages'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, denied, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { mustBeOffered } from '../dictionaries/offered.ts'
import { holdFiles, releaseFiles } from '../files/queries.ts'
import { findKeeper, lockObject, mustSeeObject } from '../objects/queries.ts'
import {
  countDocuments,
  deleteDocument,
  findDocument,
  findDocuments,
  holdDocument,
  insertDocument,
  updateDocument,
} from './queries.ts'

/** Photos and documents of vehicles, facilities, cans and people. Source: issue 13, item 1. */
export function documentRoutes(app: FastifyInstance, db: Database) {
  serve(app, listDocuments, (asset, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      await mustSeeObject(tx, viewer, asset.objectType, asset.objectId)
      return findDocuments(tx, viewer, asset, languageOf(headers))
    }),
  )

  serve(app, getDocument, ({ id }, viewer, { headers }) =>
    db.within(viewer, (tx) => mustFind(tx, viewer, id, languageOf(headers))),
  )

  serve(app, addDocument, ({ objectType, objectId, ...fields }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const asset = { objectType, objectId }
      // Its lock also keeps two at once from passing the limit together.
      if (!(await lockObject(tx, viewer, objectType, objectId))) throw notFound()
      await mustKeep(tx, viewer, asset)
      if ((await countDocuments(tx, viewer.tenantId, asset)) >= mostDocuments)
        throw conflict('documents:refusal.many', { n: mostDocuments })
      await mustBeOffered(tx, viewer, 'document_kind', { field: 'kind', value: fields.kind })
      await mustHold(tx, viewer, fields.files)
      const id = await insertDocument(tx, viewer, { ...asset, ...fields })
      return mustFind(tx, viewer, id, languageOf(headers))
    }),
  )

  serve(app, changeDocument, ({ id, updateTime, ...fields }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const language = languageOf(headers)
      const before = await take(tx, viewer, { id, updateTime }, language)
      await mustBeOffered(tx, viewer, 'document_kind', { field: 'kind', value: fields.kind, before: before.kind })
      await mustHold(
        tx,
        viewer,
        fields.files.filter((name) => !before.names.includes(name)),
      )
      await releaseFiles(
        tx,
        viewer.tenantId,
        before.names.filter((name) => !fields.files.includes(name)),
      )
      await updateDocument(tx, viewer, before, fields)
      return mustFind(tx, viewer, id, language)
    }),
  )

  serve(app, removeDocument, (removed, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const { names } = await take(tx, viewer, removed, languageOf(headers))
      await releaseFiles(tx, viewer.tenantId, names)
      await deleteDocument(tx, viewer.tenantId, removed.id)
      return true
    }),
  )
}

async function mustFind(tx: Tx, viewer: Viewer, id: number, language: Language) {
  const found = await findDocument(tx, viewer, id, language)
  if (!found) throw notFound()
  return found
}

type Changed = { id: number; updateTime?: string | undefined }

/** The document as it stands, until the transaction ends. Refuses who may not change its asset, and one changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, { id, updateTime }: Changed, language: Language) {
  await holdDocument(tx, viewer.tenantId, id)
  const document = await mustFind(tx, viewer, id, language)
  await mustKeep(tx, viewer, document)
  await mustBeCurrent(tx, viewer, document, updateTime)
  return document
}

/** Refuses who may not change the asset. */
async function mustKeep(tx: Tx, viewer: Viewer, { objectType, objectId }: { objectType: ObjectType; objectId: number }) {
  const keeper = await findKeeper(tx, viewer.tenantId, objectType, objectId)
  if (!keeper) throw notFound()
  if (!viewer.permissions.has(keeper.permission)) throw denied()
}

/** Confirms files, so that they are kept; refuses one that is gone or out of the viewer's sight. */
async function mustHold(tx: Tx, viewer: Viewer, names: string[]) {
  if (names.length === 0) return
  const held = new Set((await holdFiles(tx, viewer, names)).map(({ fileName }) => fileName))
  if (!names.every((name) => held.has(name))) throw new Refused(409, 'documents:refusal.fileGone', {}, { field: 'files' })
}
