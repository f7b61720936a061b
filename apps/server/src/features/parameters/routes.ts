import { pageOf } from '@huanwei/contract/page'
import { mostParameters } from '@huanwei/contract/parameters/codes'
import {
  addParameter,
  changeParameter,
  getParameter,
  getParameterValue,
  listParameters,
  removeParameter,
  syncParameters,
} from '@huanwei/contract/parameters/endpoints'
import { boundsOf, isBuiltIn, isParameterValue } from '@huanwei/contract/parameters/rules'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { mustSeeAll } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, isUniqueViolation, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import {
  countParameters,
  deleteParameter,
  findParameter,
  findValue,
  holdParameter,
  insertParameter,
  seedParameters,
  updateParameter,
} from './queries.ts'
import { searchParameters } from './search.ts'
import { parameterOf } from './wire.ts'

export function parameterRoutes(app: FastifyInstance, db: Database) {
  serve(app, getParameterValue, ({ key }, viewer) =>
    db.within(viewer, async (tx) => (await findValue(tx, viewer.tenantId, key)) ?? null),
  )
  serve(app, listParameters, (filter, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const found = await searchParameters(tx, viewer, filter, languageOf(headers))
      return pageOf(found.slice((filter.current - 1) * filter.size, filter.current * filter.size), found.length, filter)
    }),
  )
  serve(app, syncParameters, (_, viewer) =>
    db.within(viewer, async (tx) => {
      mustSeeAll(viewer)
      await seedParameters(tx, viewer.tenantId)
      return true
    }),
  )
  serve(app, getParameter, ({ id }, viewer, { headers }) =>
    db.within(viewer, async (tx) => parameterOf(await mustFind(tx, viewer, id), languageOf(headers))),
  )
  changeRoutes(app, db)
}

function changeRoutes(app: FastifyInstance, db: Database) {
  serve(app, addParameter, (fields, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      mustSeeAll(viewer)
      mustFit(fields)
      if (isBuiltIn(fields.publicKey)) throw taken()
      if ((await countParameters(tx, viewer.tenantId)) >= mostParameters)
        throw conflict('parameters:refusal.tooMany', { most: mostParameters })
      const added = await insertParameter(tx, viewer, fields)
      if (!added) throw taken()
      return parameterOf(added, languageOf(headers))
    }),
  )

  serve(app, changeParameter, ({ id, updateTime, ...fields }, viewer, { headers }) =>
    db
      .within(viewer, async (tx) => {
        const before = await take(tx, viewer, id, updateTime)
        const { publicKey, publicValue, remark } = fields
        const isOwn = !isBuiltIn(before.publicKey)
        if (isOwn ? isBuiltIn(publicKey) : publicKey !== before.publicKey)
          throw isOwn ? taken() : conflict('parameters:refusal.systemChange')
        const changed = isOwn ? fields : { publicValue, remark }
        mustFit({ ...before, ...changed })
        return parameterOf(await updateParameter(tx, viewer, id, changed), languageOf(headers))
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'sys_public_param_key') ? taken() : error
      }),
  )

  serve(app, removeParameter, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      const { publicKey } = await take(tx, viewer, id, updateTime)
      if (isBuiltIn(publicKey)) throw conflict('parameters:refusal.systemRemove')
      await deleteParameter(tx, viewer.tenantId, id)
      return true
    }),
  )
}

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const found = await findParameter(tx, viewer.tenantId, id)
  if (!found) throw notFound()
  return found
}

/** The parameter as it stands, until the transaction ends. Refuses one that was changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  mustSeeAll(viewer)
  await holdParameter(tx, viewer.tenantId, id)
  return mustBeCurrent(tx, viewer, await mustFind(tx, viewer, id), updateTime)
}

type Valued = Pick<Parameters<typeof insertParameter>[2], 'kind' | 'publicKey' | 'publicValue'>

function mustFit({ kind, publicKey, publicValue }: Valued) {
  if (isParameterValue(kind, publicKey, publicValue)) return
  const { least, most } = boundsOf(publicKey)
  const word = kind === 'yesNo' ? 'parameters:refusal.yesNo' : 'parameters:refusal.number'
  throw new Refused(400, word, { least, most }, { field: 'publicValue' })
}

const taken = () => new Refused(409, 'parameters:refusal.taken', {}, { field: 'publicKey' })
