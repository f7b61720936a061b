import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Changes } from './db/changes.ts'
import type { Database } from './db/connect.ts'
import { knownPassword } from './demo/known-accounts.ts'
import { exportListsWith, listOfCall } from './export-lists.ts'
import { adjustmentRoutes } from './features/adjustments/routes.ts'
import { approvalRoutes } from './features/approvals/routes.ts'
import { areaRoutes } from './features/areas/routes.ts'
import { attendanceRoutes } from './features/attendance/routes.ts'
import { boardRoutes } from './features/boards/routes.ts'
import { boxRoutes } from './features/boxes/routes.ts'
import { calendarRoutes } from './features/calendar/routes.ts'
import { canRoutes } from './features/cans/routes.ts'
import { cleaningRoutes } from './features/cleaning/routes.ts'
import { clientRoutes } from './features/clients/routes.ts'
import { startComplaintJobs } from './features/complaints/jobs.ts'
import { citizenRoutes, complaintRoutes } from './features/complaints/routes.ts'
import { departmentRoutes } from './features/departments/routes.ts'
import { dictionaryRoutes } from './features/dictionaries/routes.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { emergencyRoutes } from './features/emergencies/routes.ts'
import { startExports } from './features/exports/jobs.ts'
import { exportRoutes } from './features/exports/routes.ts'
import { facilityRoutes } from './features/facilities/routes.ts'
import type { FileAddresses } from './features/files/file-addresses.ts'
import type { FileStore } from './features/files/file-store.ts'
import { createVariants } from './features/files/file-variants.ts'
import { startFileJobs } from './features/files/jobs.ts'
import { openStore } from './features/files/open-store.ts'
import { createPictureDrawer } from './features/files/picture-drawer.ts'
import { ensureSecret } from './features/files/queries.ts'
import { fileRoutes } from './features/files/routes.ts'
import { historyRoutes } from './features/history/routes.ts'
import { homeRoutes } from './features/home/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { inspectionRoutes } from './features/inspections/routes.ts'
import { intercomRoutes } from './features/intercom/routes.ts'
import { lockRoutes } from './features/locks/routes.ts'
import { logRoutes } from './features/logs/routes.ts'
import { menuRoutes } from './features/menus/routes.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { parameterRoutes } from './features/parameters/routes.ts'
import { peopleRoutes } from './features/people/routes.ts'
import { planRoutes } from './features/plans/routes.ts'
import type { CallTimes } from './features/platform/call-times.ts'
import { platformRoutes } from './features/platform/routes.ts'
import { preferenceRoutes } from './features/preferences/routes.ts'
import { presenceRoutes } from './features/presence/routes.ts'
import { profileRoutes } from './features/profile/routes.ts'
import { projectRoutes } from './features/projects/routes.ts'
import { readingRoutes } from './features/readings/routes.ts'
import { regionRoutes } from './features/regions/routes.ts'
import { startReports } from './features/reports/jobs.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { roleRoutes } from './features/roles/routes.ts'
import { ruleRoutes } from './features/rules/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { knownDevices } from './features/session/known-device.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { shiftRoutes } from './features/shifts/routes.ts'
import type { Build } from './features/sites/build.ts'
import { groundFor } from './features/sites/ground.ts'
import { siteRoutes } from './features/sites/routes.ts'
import { startSmsJobs } from './features/sms/jobs.ts'
import { smsService } from './features/sms/provider.ts'
import { smsRoutes } from './features/sms/routes.ts'
import type { SendSms } from './features/sms/send-sms.ts'
import { sealSecrets } from './features/social/queries.ts'
import { socialRoutes } from './features/social/routes.ts'
import { streamRoutes } from './features/stream/routes.ts'
import { subscriptionRoutes } from './features/subscriptions/routes.ts'
import { startTenantJobs } from './features/tenants/jobs.ts'
import { tenantRoutes } from './features/tenants/routes.ts'
import { terminalRoutes } from './features/terminals/routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { extentOf } from './features/trees/extent.ts'
import { treeRoutes } from './features/trees/routes.ts'
import { sealUnitPasswords } from './features/units/queries.ts'
import { unitRoutes } from './features/units/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { vehicleRoutes } from './features/vehicles/routes.ts'
import { videoApiRoutes } from './features/video/api/routes.ts'
import { videoRoutes } from './features/video/routes.ts'
import { caseRoutes } from './features/violations/case/routes.ts'
import { violationRoutes } from './features/violations/routes.ts'
import { workPlanRoutes, workTaskRoutes } from './features/work/routes.ts'
import { placeNames } from './lib/place-names.ts'
import { type Sealing, sealingWith } from './lib/sealing.ts'
import type { MediaShare } from './media/share.ts'
import type { Latest } from './position/latest/latest.ts'
import type { IngestCalls } from './position/link.ts'
import { queues } from './queues.ts'

export type RouteParts = {
  db: Database
  changes: Changes
  config: Config
  latest: Latest
  ingest: IngestCalls
  build: Build
  callTimes: CallTimes
  /** The viewers behind access tokens, by token. */
  viewersOf: Parameters<typeof boardRoutes>[1]['viewersOf']
  addresses: FileAddresses
  media: Parameters<typeof videoRoutes>[1]['media'] & Parameters<typeof intercomRoutes>[1]['media']
  share: MediaShare
  sources: Parameters<typeof videoRoutes>[1]['sources']
  attachments: Parameters<typeof videoRoutes>[1]['attachments']
  ftp: Parameters<typeof videoRoutes>[1]['ftp']
}

/** Registers the calls of every noun, and starts the jobs that end with the app. */
export async function allRoutes(app: FastifyInstance, parts: RouteParts) {
  const { db, config } = parts
  const sendSms = smsService(config)
  app.addHook('onClose', startSmsJobs(db, sendSms, app))
  const { logInByCode } = smsRoutes(app, db, sendSms)
  ruleRoutes(app, db, { sendsTexts: sendSms !== undefined })
  const sealing = sealingWith(await db.system((tx) => ensureSecret(tx, 'sealing')))
  const { drawPages } = await accountRoutes(app, parts, { sendSms, sealing, logInByCode })
  const store = await openStore(config)
  await fileAndExportRoutes(app, { ...parts, store, drawPages }, sealing)
  organisationRoutes(app, parts)
  platformRoutes(app, { ...parts, version: parts.build.version })
  assetRoutes(app, parts)
  const video = await mediaRoutes(app, { ...parts, store })
  workRoutes(app, { ...parts, store })
  await placeRoutes(app, parts, video)
}

type StoreParts = RouteParts & { store: FileStore }

type AccountParts = { sendSms: SendSms | undefined; sealing: Sealing } & Pick<ReturnType<typeof smsRoutes>, 'logInByCode'>

/** Calls of log-in, accounts and the site. */
async function accountRoutes(app: FastifyInstance, parts: RouteParts, { sendSms, sealing, logInByCode }: AccountParts) {
  const { db, config, build, addresses, latest } = parts
  const devices = knownDevices(await db.system((tx) => ensureSecret(tx, 'known devices')))
  sessionRoutes(app, { db, config, devices, logInByCode })
  lockRoutes(app, db, addresses)
  await db.system((tx) => sealSecrets(tx, sealing))
  socialRoutes(app, db, config, sealing)
  tokenRoutes(app, db)
  clientRoutes(app, { db, changes: parts.changes, sealing })
  subscriptionRoutes(app, { db, changes: parts.changes, sealing, config })
  const isOpenDemo = config.DEMO && !config.isProduction && config.DEMO_PASSWORD === undefined
  const demoPassword = isOpenDemo ? knownPassword : undefined
  const groundOf = groundFor(config, (scope) => extentOf(latest, scope))
  siteRoutes(app, { db, config, build, addresses, demoPassword, groundOf })
  profileRoutes(app, db, sendSms)
  preferenceRoutes(app, db)
  return boardRoutes(app, { ...parts, groundOf })
}

/** Calls that read or write stored files. */
async function fileAndExportRoutes(
  app: FastifyInstance,
  { db, config, latest, addresses, store, drawPages }: StoreParts & ReturnType<typeof boardRoutes>,
  sealing: Sealing,
) {
  await db.system((tx) => sealUnitPasswords(tx, sealing))
  const [forPeople, forStrangers] = [createPictureDrawer(app.log), createPictureDrawer(app.log)]
  app.addHook('onClose', () => Promise.all([forPeople.close(), forStrangers.close()]))
  // In a scope of their own: no other call accepts multipart forms.
  await app.register(async (scope) => {
    await scope.register(multipart)
    fileRoutes(scope, { db, store, addresses, variantOf: createVariants(store, forPeople.draw) })
    unitRoutes(scope, { db, store, addresses, sealing })
    citizenRoutes(scope, { db, store, draw: forStrangers.draw, variantOf: createVariants(store, forStrangers.draw) })
  })
  tenantRoutes(app, { db, store, addresses })
  app.addHook('onClose', startTenantJobs({ db, store, jobs: app.jobs }))
  app.addHook('onClose', startFileJobs({ db, store }, app.jobs))
  app.addHook('onClose', startComplaintJobs(db, store, app.jobs))
  const folder = join(config.DATA_DIR, 'exports')
  const listOf = listOfCall(exportListsWith(latest))
  const nameOfPlace = await placeNames(config.DEMO)
  const exports = startExports({ db, store, folder, listOf, nameOfPlace, log: app.log })
  app.addHook('onClose', exports.close)
  exportRoutes(app, { db, store, addresses, exports, folder, listOf })
  const reports = startReports({ db, store, drawPages, log: app.log })
  app.addHook('onClose', reports.close)
  reportRoutes(app, { db, store, addresses, reports, listOf, nameOfPlace })
}

function organisationRoutes(app: FastifyInstance, { db, changes }: RouteParts) {
  departmentRoutes(app, db)
  userRoutes(app, db)
  importRoutes(app, db)
  documentRoutes(app, db)
  roleRoutes(app, db)
  menuRoutes(app, db, changes)
  dictionaryRoutes(app, db)
  parameterRoutes(app, db)
  shiftRoutes(app, db)
  calendarRoutes(app, db)
  logRoutes(app, db)
}

function assetRoutes(app: FastifyInstance, { db, latest, ingest }: RouteParts) {
  vehicleRoutes(app, db)
  areaRoutes(app, db)
  projectRoutes(app, db)
  regionRoutes(app)
  facilityRoutes(app, { db, latest })
  canRoutes(app, { db, latest })
  boxRoutes(app, { db, latest })
  readingRoutes(app, db, ingest)
  peopleRoutes(app, db, ingest)
}

/** Calls of cameras and voices. In a scope of their own: those of an organisation are answered by the process that has them. */
async function mediaRoutes(app: FastifyInstance, parts: StoreParts) {
  const scoped = Promise.withResolvers<ReturnType<typeof videoRoutes>>()
  await app.register(async (scope) => {
    scope.decorate('places', parts.share.places)
    scoped.resolve(videoRoutes(scope, parts))
    await intercomRoutes(scope, parts)
  })
  return scoped.promise
}

/** Calls of the work queues and of the first page. */
function workRoutes(app: FastifyInstance, { db, latest, store, addresses }: StoreParts) {
  streamRoutes(app, db)
  violationRoutes(app, db)
  caseRoutes(app, { db, store, addresses })
  emergencyRoutes(app, db)
  approvalRoutes(app, db)
  attendanceRoutes(app, db, latest)
  adjustmentRoutes(app, db)
  complaintRoutes(app, db)
  planRoutes(app, db)
  workPlanRoutes(app, db)
  workTaskRoutes(app, db)
  messageRoutes(app, db, queues)
  presenceRoutes(app, db, queues)
  homeRoutes(app, db, latest)
  searchRoutes(app, db)
}

/** Calls whose replies name places. */
async function placeRoutes(app: FastifyInstance, parts: RouteParts, video: ReturnType<typeof videoRoutes>) {
  const { db, config, latest, ingest, addresses } = parts
  const nameOfPlace = await placeNames(config.DEMO)
  terminalRoutes(app, { db, latest, ingest, nameOfPlace })
  treeRoutes(app, { db, latest, nameOfPlace })
  historyRoutes(app, db, nameOfPlace)
  cleaningRoutes(app, { db, latest, nameOfPlace })
  inspectionRoutes(app, { db, nameOfPlace })
  videoApiRoutes(app, { ...video, db, latest, addresses, nameOfPlace, places: parts.share.places })
}
