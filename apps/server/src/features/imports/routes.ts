import { fileTypes } from '@huanwei/contract/files/codes'
import type { SheetName } from '@huanwei/contract/imports/codes'
import {
  getCanTemplate,
  getFacilityTemplate,
  getUserTemplate,
  getVehicleTemplate,
  importCans,
  importFacilities,
  importUsers,
  importVehicles,
} from '@huanwei/contract/imports/endpoints'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { languageOf } from '../../http/language.ts'
import { BinaryReply, serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { departmentNames, namedChoices } from './finders.ts'
import { genders } from './gender.ts'
import { createImports } from './import-rows.ts'
import { canChoices, canSheet, facilityChoices, facilitySheet } from './place-rows.ts'
import { packTemplate, type SheetChoices } from './template.ts'
import { userSheet } from './user-rows.ts'
import { vehicleChoices, vehicleSheet } from './vehicle-rows.ts'

/** Sheets of people, vehicles, facilities and cans: checked, then written in one transaction. Record: docs/decisions/0044. */
export function importRoutes(app: FastifyInstance, db: Database) {
  const run = createImports(db)
  serve(app, importUsers, (sent, viewer, request) => run(userSheet, sent, viewer, request))
  serve(app, importVehicles, (sent, viewer, request) => run(vehicleSheet, sent, viewer, request))
  serve(app, importFacilities, (sent, viewer, request) => run(facilitySheet, sent, viewer, request))
  serve(app, importCans, (sent, viewer, request) => run(canSheet, sent, viewer, request))
  templateRoutes(app, db)
}

function templateRoutes(app: FastifyInstance, db: Database) {
  const template = (name: SheetName, choicesOf: (tx: Tx, viewer: Viewer) => Promise<SheetChoices>) => {
    const calls = { users: getUserTemplate, vehicles: getVehicleTemplate, facilities: getFacilityTemplate, cans: getCanTemplate }
    serve(app, calls[name], async (_, viewer, { headers }) => {
      const language = languageOf(headers)
      const [choices, departments] = await db.within(viewer, async (tx) => [
        await choicesOf(tx, viewer),
        await departmentNames(tx, viewer),
      ])
      const file = `${say(language, `imports:template.${name}`)}.xlsx`
      return new BinaryReply(packTemplate(name, language, choices, departments), {
        'content-type': fileTypes.xlsx,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file)}`,
        'cache-control': 'private, no-store',
      })
    })
  }
  template('users', async () => ({ gender: namedChoices(genders, (value) => `users:genders.${value}`) }))
  template('vehicles', vehicleChoices)
  template('facilities', facilityChoices)
  template('cans', canChoices)
}
