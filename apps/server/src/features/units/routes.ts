import { maxPictureBytes, pictureTypes } from '@huanwei/contract/files/codes'
import {
  addUnit,
  bindUnit,
  changeUnit,
  getIntercomHelper,
  getUnit,
  getUnitLinks,
  type Unit,
  uploadUnitPicture,
} from '@huanwei/contract/units/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { mustSeeAll } from '../../db/scope.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Sealing } from '../../lib/sealing.ts'
import { bucket, type FileAddresses } from '../files/file-addresses.ts'
import type { FileStore } from '../files/file-store.ts'
import { holdPictures } from '../files/photos.ts'
import { releaseFiles } from '../files/queries.ts'
import { receiveFile } from '../files/receive-file.ts'
import { keepFile, mustHaveRoom } from '../files/routes.ts'
import { addUnitRow, changeUnitRow, findIntercomHelper, findUnit, lockUnit, sealed } from './queries.ts'
import type { units } from './table.ts'

type Parts = { db: Database; store: FileStore; addresses: FileAddresses; sealing: Sealing }

/** Validity of the address of a picture just uploaded, days. */
const previewDays = 1

export function unitRoutes(app: FastifyInstance, { db, store, addresses, sealing }: Parts) {
  serve(app, getUnit, async ({ id }, viewer) => {
    if (id !== undefined && id !== viewer.tenantId) throw notFound()
    const unit = await db.within(viewer, (tx) => findUnit(tx, viewer.tenantId))
    return unit ? shown(unit) : null
  })

  serve(app, addUnit, async (form, viewer) =>
    db.within(viewer, async (tx) => {
      mustSeeAll(viewer)
      await mustBePictures(tx, viewer, [form.logo, form.ico])
      const unit = await addUnitRow(tx, viewer, sealed(form, viewer.tenantId, sealing))
      if (!unit) throw conflict('units:refusal.taken')
      return shown(unit)
    }),
  )

  serve(app, changeUnit, async ({ updateTime, ...form }, viewer) =>
    db.within(viewer, async (tx) => {
      mustSeeAll(viewer)
      const before = await lockUnit(tx, viewer.tenantId)
      if (before) await mustBeCurrent(tx, viewer, before, updateTime)
      await mustBePictures(tx, viewer, [form.logo, form.ico])
      const unit = await changeUnitRow(tx, viewer, sealed(form, viewer.tenantId, sealing))
      if (!unit) throw notFound()
      await releaseReplaced(tx, viewer, before, unit)
      return shown(unit)
    }),
  )

  serve(app, uploadUnitPicture, async ({ key }, viewer, request) => {
    mustSeeAll(viewer)
    await mustHaveRoom(db, viewer)
    return receiveFile(
      request,
      store,
      pictureTypes,
      async (file) => {
        const { fileName, original } = await keepFile(db, viewer, file, key)
        const url = addresses.addressOf(fileName, previewDays, { login: viewer.family })
        return { bucketName: bucket, fileName, original, url }
      },
      maxPictureBytes,
    )
  })

  serve(app, bindUnit, async ({ kind, fileName, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      mustSeeAll(viewer)
      const before = await lockUnit(tx, viewer.tenantId)
      if (before) await mustBeCurrent(tx, viewer, before, updateTime)
      await mustBePictures(tx, viewer, [fileName])
      const picture = { [kind]: fileName }
      const unit = (await addUnitRow(tx, viewer, picture)) ?? (await changeUnitRow(tx, viewer, picture))
      await releaseReplaced(tx, viewer, before, unit)
      return true
    }),
  )

  serve(app, getIntercomHelper, (_, viewer) =>
    db.within(viewer, async (tx) => (await findIntercomHelper(tx, viewer.tenantId, sealing)) ?? null),
  )

  serve(app, getUnitLinks, async (_, viewer) => {
    const unit = await db.within(viewer, (tx) => findUnit(tx, viewer.tenantId))
    const { frameOrigins = [], gpsUrl = '', evaluationUrl = '', feixiangUrl = '' } = unit ?? {}
    return { frameOrigins, gpsUrl, evaluationUrl, feixiangUrl }
  })
}

/** Refuses with 400 what is not an own picture; an empty name is none. */
async function mustBePictures(tx: Tx, viewer: Viewer, names: (string | undefined)[]) {
  const wanted = names.flatMap((name) => name || [])
  if (!(await holdPictures(tx, viewer, wanted))) throw new Refused(400, 'files:type', { types: pictureTypes.join(', ') })
}

type Pictures = Pick<typeof units.$inferSelect, 'logo' | 'ico'>

/** Gives up the pictures that a unit had before and has no more. */
async function releaseReplaced(tx: Tx, viewer: Viewer, before: Pictures | undefined, after: Pictures | undefined) {
  if (!before || !after) return
  const kept = [after.logo, after.ico]
  await releaseFiles(
    tx,
    viewer.tenantId,
    [before.logo, before.ico].filter((name) => !kept.includes(name)),
  )
}

/** Without its passwords. */
const shown = ({ tenantId, password, intercomPassword, ...unit }: typeof units.$inferSelect): Unit => ({
  id: tenantId,
  ...unit,
  hasPassword: password !== '',
  hasIntercomPassword: intercomPassword !== '',
})
