import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { day, done, fileNames, id, orNone, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { ObjectType } from '../objects.ts'
import { Validity } from './codes.ts'

const asset = { objectType: z.enum(ObjectType), objectId: id }

const fields = {
  /** Value in the dictionary `document_kind`. */
  kind: z.string(word('chooseDocumentKind')).min(1, word('chooseDocumentKind')).max(20),
  name: z.string().trim().min(1, word('enterDocumentName')).max(100),
  /** Names of stored files, comma-separated. */
  files: fileNames.refine((names) => names.length > 0, word('chooseFiles')),
  /** Last good day; none where it stays good. */
  expires: orNone(day),
  remark: z.string().trim().max(500).default(''),
}

/** A photo or a document of a vehicle, a facility, a can or a person. */
export const Document = z.object({
  ...asset,
  id: z.number(),
  kind: z.string(),
  kindName: z.string(),
  name: z.string(),
  /** Name of the vehicle, facility or person. */
  objectName: z.string(),
  files: z.array(z.object({ fileName: z.string(), original: z.string(), type: z.string() })),
  expires: z.string().nullable(),
  validity: z.enum(Validity),
  remark: z.string(),
  createTime: z.string(),
  ...lastChange,
})
export type Document = z.infer<typeof Document>

/** All documents of an asset in scope; those that expire first come first. */
export const listDocuments = endpoint({
  method: 'GET',
  path: '/admin/assetDocument/list',
  access: 'session',
  input: z.object(asset),
  output: z.array(Document),
})
export const getDocument = endpoint({
  method: 'GET',
  path: '/admin/assetDocument/:id',
  access: 'session',
  input: z.object({ id }),
  output: Document,
})
/** Documents are kept by those who may change their asset. */
export const addDocument = endpoint({
  method: 'POST',
  path: '/admin/assetDocument',
  access: 'session',
  input: z.object({ ...asset, ...fields }),
  output: Document,
})
/** Another last day reminds anew. */
export const changeDocument = endpoint({
  method: 'PUT',
  path: '/admin/assetDocument',
  access: 'session',
  input: z.object({ id, ...fields, ...madeFrom }),
  output: Document,
})
export const removeDocument = endpoint({
  method: 'DELETE',
  path: '/admin/assetDocument/:id',
  access: 'session',
  input: z.object({ id, ...madeFrom }),
  output: done,
})

/** Filter of lists of assets: those with a document that expires within 30 days, or has expired. */
export const documentsFilter = { documents: z.enum([Validity.expiring, Validity.expired]).optional() }
