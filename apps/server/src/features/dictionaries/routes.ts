import { getDictionaryItems } from '@huanwei/contract/dictionaries/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { languageOf } from '../../http/language.ts'
import { serve } from '../../http/serve.ts'
import { findItems } from './queries.ts'

export function dictionaryRoutes(app: FastifyInstance, db: Database) {
  serve(app, getDictionaryItems, ({ type }, viewer, { headers }) =>
    db.within(viewer, (tx) => findItems(tx, viewer.tenantId, type, languageOf(headers))),
  )
}
