import { getUserByName } from '@huanwei/contract/users/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { notFound } from '../../lib/refuse.ts'
import { serve } from '../../lib/serve.ts'
import { findUser } from './queries.ts'

export function userRoutes(app: FastifyInstance, db: Database) {
  serve(app, getUserByName, ({ username }, viewer) =>
    db.within(viewer, async (tx) => {
      const user = await findUser(tx, viewer, username)
      if (!user) throw notFound()
      return user
    }),
  )
}
