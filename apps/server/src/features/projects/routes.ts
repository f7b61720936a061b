import type { Parsed } from '@huanwei/contract/endpoint'
import { pageOf } from '@huanwei/contract/page'
import {
  addProject,
  changeProject,
  getProject,
  getProjects,
  listProjects,
  removeProject,
} from '@huanwei/contract/projects/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { departmentsFor } from '../../db/scope.ts'
import { conflict, isForeignKeyViolation, isUniqueViolation, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import {
  areTheirs,
  deleteProject,
  findProject,
  findProjectOptions,
  findProjects,
  holdProject,
  insertProject,
  isShared,
  updateProject,
} from './queries.ts'

export function projectRoutes(app: FastifyInstance, db: Database) {
  serve(app, listProjects, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findProjects(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getProjects, ({ text }, viewer) => db.within(viewer, (tx) => findProjectOptions(tx, viewer, text)))

  serve(app, getProject, ({ id }, viewer) => db.within(viewer, (tx) => mustFind(tx, viewer, id)))

  serve(app, addProject, (fields, viewer) =>
    db
      .within(viewer, async (tx) => {
        await check(tx, viewer, fields)
        return mustFind(tx, viewer, await insertProject(tx, viewer, fields))
      })
      .catch(taken),
  )

  serve(app, changeProject, ({ id, updateTime, ...fields }, viewer) =>
    db
      .within(viewer, async (tx) => {
        await take(tx, viewer, id, updateTime)
        await check(tx, viewer, fields)
        await updateProject(tx, viewer, id, fields)
        return mustFind(tx, viewer, id)
      })
      .catch(taken),
  )

  serve(app, removeProject, ({ id, updateTime }, viewer) =>
    db
      .within(viewer, async (tx) => {
        await take(tx, viewer, id, updateTime)
        if (await isShared(tx, viewer, id)) throw new Refused(403, 'projects:refusal.shared', {}, 'access_denied')
        await deleteProject(tx, viewer.tenantId, id)
        return true
      })
      .catch((error: unknown) => {
        throw isForeignKeyViolation(error) ? conflict('projects:refusal.inUse') : error
      }),
  )
}

async function mustFind(tx: Tx, viewer: Viewer, id: number) {
  const found = await findProject(tx, viewer, id)
  if (!found) throw notFound()
  return found
}

/** The project as it stands, until the transaction ends. Refuses one that was changed after `updateTime`. */
async function take(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  await holdProject(tx, viewer.tenantId, id)
  await mustBeCurrent(tx, viewer, await mustFind(tx, viewer, id), updateTime)
}

async function check(tx: Tx, viewer: Viewer, fields: Parsed<typeof addProject>) {
  const { startDay, endDay } = fields
  if (startDay && endDay && endDay < startDay) throw new Refused(400, 'checks:spanReversed', {}, { field: 'endDay' })
  if (!(await areTheirs(tx, viewer, fields))) throw notFound()
}

function taken(error: unknown): never {
  throw isUniqueViolation(error, 'project_code') ? new Refused(409, 'projects:refusal.taken', {}, { field: 'code' }) : error
}
