import { readBoard } from '@huanwei/contract/boards/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { departmentsFor } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { notFound } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Latest } from '../../position/latest/latest.ts'
import type { Build } from '../sites/build.ts'
import type { GroundOf } from '../sites/ground.ts'
import { createComputer } from './compute.ts'
import { presetAt } from './presets.ts'
import { readBoardOf } from './read-board.ts'

type Parts = {
  db: Database
  latest: Latest
  build: Build
  groundOf: GroundOf
}

export function boardRoutes(app: FastifyInstance, { db, latest, build, groundOf }: Parts) {
  const computer = createComputer({ db, latest, log: app.log })
  serve(app, readBoard, async ({ path, deptId, known }, viewer, { headers }) => {
    const preset = presetAt(path)
    if (!preset) throw notFound()
    const departments = await db.within(viewer, (tx) => departmentsFor(tx, viewer, deptId))
    const wanted = { path, preset, scope: { tenantId: viewer.tenantId, departments }, language: languageOf(headers), known }
    return { build: build.version, ...(await readBoardOf(computer, groundOf, wanted)) }
  })
}
