import type { Database } from '../../db/connect.ts'
import { files } from '../files/table.ts'

/** Name of the photo that `addPhoto` adds. */
export const photo = `${'a'.repeat(32)}.png`

/** Adds the row of an uploaded photo, tenant 1's unless `row` says otherwise; its bytes are not stored. */
export const addPhoto = (db: Database, row: Partial<typeof files.$inferInsert> = {}) => {
  const common = { tenantId: 1, bucketName: 'huanwei', original: 'x', type: 'png', fileSize: 1, createUser: 'x' }
  return db.system((tx) => tx.insert(files).values({ ...common, fileName: photo, ...row }))
}

/** The form of an inspection with all that it must have. */
export const inspectionForm = (fields: { responsibleId: number; deptId: number | undefined }, changes: object = {}) => ({
  businessType: '1',
  assessmentStandard: '3',
  score: 2.5,
  eventContent: '路口垃圾桶满溢',
  position: '建设路口',
  lng: 104.1,
  lat: 30.6,
  disposeTimeLimit: 4,
  img: photo,
  ...fields,
  ...changes,
})
