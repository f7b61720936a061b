import { BriefingPart } from '@huanwei/contract/home/codes'
import { type Briefing, getBriefing, getOverview, listHomeMenus } from '@huanwei/contract/home/endpoints'
import { homeMenusOf } from '@huanwei/contract/home/rules'
import { Settings } from '@huanwei/contract/preferences/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { languageOf } from '../../http/language.ts'
import { serve } from '../../http/serve.ts'
import type { Latest } from '../../position/latest/latest.ts'
import { countWaiting } from '../cleaning/queries.ts'
import { pagesInSight } from '../menus/own-menus.ts'
import { findMenus } from '../menus/queries.ts'
import { findPreferences } from '../preferences/queries.ts'
import { hasToilets } from './briefing/live-figures.ts'
import { briefingParts } from './briefing/parts.ts'
import { countQueues, countStaff, countToday, findOldest, findSetup } from './queries.ts'

/** Number of waiting events listed by name. */
const oldestShown = 6

export function homeRoutes(app: FastifyInstance, db: Database, latest: Latest) {
  serve(app, getOverview, (_, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const isMine = viewer.permissions.has('violation_handle')
      return {
        queues: await countQueues(tx, viewer),
        cleaning: await countWaiting(tx, viewer),
        staff: await countStaff(tx, viewer),
        today: await countToday(tx, viewer),
        oldest: await findOldest(tx, viewer, isMine, oldestShown, languageOf(headers)),
        setup: await findSetup(tx, viewer),
        hasToilets: hasToilets(latest, viewer),
      }
    }),
  )

  serve(app, getBriefing, ({ parts = [] }, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const asked = { tx, viewer, latest, language: languageOf(headers), now: Date.now() }
      const briefing: Briefing = {}
      for (const part of Object.values(BriefingPart))
        if (parts.includes(part)) Object.assign(briefing, { [part]: await briefingParts[part](asked) })
      return briefing
    }),
  )

  serve(app, listHomeMenus, (_, viewer, { headers }) =>
    db.within(viewer, async (tx) => {
      const chosen = HomeMenus.safeParse(await findPreferences(tx, viewer))
      const held = await findMenus(tx, viewer.tenantId, viewer.roleIds)
      return homeMenusOf(pagesInSight(held, languageOf(headers)), chosen.success ? chosen.data.homeMenus : [])
    }),
  )
}

const HomeMenus = Settings.pick({ homeMenus: true })
