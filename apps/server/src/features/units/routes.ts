import { maxPictureBytes, pictureTypes } from '@huanwei/contract/files/codes'
import {
  addUnit,
  bindUnit,
  changeUnit,
  getUnit,
  getUnitLinks,
  type Unit,
  uploadUnitPicture,
} from '@huanwei/contract/units/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { bucket, type FileAddresses } from '../../lib/file-addresses.ts'
import type { FileStore } from '../../lib/file-store.ts'
import { holdPictures } from '../../lib/photos.ts'
import { receiveFile } from '../../lib/receive-file.ts'
import { conflict, notFound, Refused } from '../../lib/refuse.ts'
import { serve } from '../../lib/serve.ts'
import { keepFile } from '../files/routes.ts'
import { addUnitRow, changeUnitRow, findUnit, lockUnit } from './queries.ts'
import type { units } from './table.ts'

type Parts = { db: Database; store: FileStore; addresses: FileAddresses }

/** How long the address of a picture just uploaded is good, days. */
const previewDays = 1

export function unitRoutes(app: FastifyInstance, { db, store, addresses }: Parts) {
  serve(app, getUnit, async ({ id }, viewer) => {
    if (id !== undefined && id !== viewer.tenantId) throw notFound()
    const unit = await db.within(viewer, (tx) => findUnit(tx, viewer.tenantId))
    return unit ? shown(unit) : null
  })

  serve(app, addUnit, async (form, viewer) =>
    db.within(viewer, async (tx) => {
      await mustBePictures(tx, viewer.tenantId, [form.logo, form.ico])
      const unit = await addUnitRow(tx, viewer.tenantId, form)
      if (!unit) throw conflict('unitTaken')
      return shown(unit)
    }),
  )

  serve(app, changeUnit, async ({ updateTime, ...form }, viewer) =>
    db.within(viewer, async (tx) => {
      const before = await lockUnit(tx, viewer.tenantId)
      if (updateTime !== undefined && before && before.updateTime !== updateTime)
        throw conflict('unitChanged', { when: before.updateTime })
      await mustBePictures(tx, viewer.tenantId, [form.logo, form.ico])
      const unit = await changeUnitRow(tx, viewer.tenantId, form)
      if (!unit) throw notFound()
      return shown(unit)
    }),
  )

  serve(app, uploadUnitPicture, async ({ key }, viewer, request) =>
    receiveFile(
      request,
      store,
      pictureTypes,
      async (file) => {
        const { fileName, original } = await keepFile(db, viewer, file, key)
        return { bucketName: bucket, fileName, original, url: addresses.addressOf(fileName, previewDays) }
      },
      maxPictureBytes,
    ),
  )

  serve(app, bindUnit, async ({ kind, fileName }, viewer) =>
    db.within(viewer, async (tx) => {
      await mustBePictures(tx, viewer.tenantId, [fileName])
      const picture = { [kind]: fileName }
      if (!(await addUnitRow(tx, viewer.tenantId, picture))) await changeUnitRow(tx, viewer.tenantId, picture)
      return true
    }),
  )

  serve(app, getUnitLinks, async (_, viewer) => {
    const unit = await db.within(viewer, (tx) => findUnit(tx, viewer.tenantId))
    const { frameOrigins = [], gpsUrl = '', evaluationUrl = '', feixiangUrl = '' } = unit ?? {}
    return { frameOrigins, gpsUrl, evaluationUrl, feixiangUrl }
  })
}

/** Refuses with 400 what is not an own picture; an empty name is none. */
async function mustBePictures(tx: Tx, tenantId: number, names: (string | undefined)[]) {
  const wanted = names.flatMap((name) => name || [])
  if (!(await holdPictures(tx, tenantId, wanted))) throw new Refused(400, 'fileType', { types: pictureTypes.join(', ') })
}

/** Without its passwords. */
const shown = ({ tenantId, password, intercomPassword, ...unit }: typeof units.$inferSelect): Unit => ({
  id: tenantId,
  ...unit,
  hasPassword: password !== '',
  hasIntercomPassword: intercomPassword !== '',
})
