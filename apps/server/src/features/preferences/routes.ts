import { getPreferences, Preferences, putPreferences } from '@huanwei/contract/preferences/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { serve } from '../../lib/serve.ts'
import { findPreferences, keepPreferences } from './queries.ts'

export function preferenceRoutes(app: FastifyInstance, db: Database) {
  serve(app, getPreferences, (_, viewer) =>
    db.within(viewer, async (tx) => {
      // What an older version wrote may no longer fit: then nothing is kept.
      const kept = Preferences.safeParse(await findPreferences(tx, viewer))
      return kept.success ? kept.data : null
    }),
  )

  // A clock that is ahead must not keep later choices out.
  serve(app, putPreferences, ({ changed, ...preferences }, viewer) =>
    db.within(viewer, (tx) => keepPreferences(tx, viewer, { ...preferences, changed: Math.min(changed, Date.now()) })),
  )
}
