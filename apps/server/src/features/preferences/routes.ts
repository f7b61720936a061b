import { getPreferences, Preferences, putPreferences } from '@huanwei/contract/preferences/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { serve } from '../../http/serve.ts'
import { findPreferences, keepPreferences } from './queries.ts'

export function preferenceRoutes(app: FastifyInstance, db: Database) {
  serve(app, getPreferences, (_, viewer) =>
    db.within(viewer, async (tx) => {
      // Preferences of an older version may no longer parse; they are dropped.
      const kept = Preferences.safeParse(await findPreferences(tx, viewer))
      return kept.success ? kept.data : null
    }),
  )

  // A clock that is ahead must not keep later choices out.
  serve(app, putPreferences, ({ changed, ...preferences }, viewer) =>
    db.within(viewer, (tx) => keepPreferences(tx, viewer, { ...preferences, changed: Math.min(changed, Date.now()) })),
  )
}
