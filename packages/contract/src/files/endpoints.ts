import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, whole } from '../fields.ts'

/** A file just stored. `url` needs the bearer token. Source: spec 4, S0 §7. */
export const StoredFile = z.object({
  bucketName: z.string(),
  /** Opaque: `<32 hex digits>.<extension of the content>`. */
  fileName: z.string(),
  /** What the person's own file was called. */
  original: z.string(),
  url: z.string(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** A form with the field `file`. 413 above 100 MB, 415 for what is none of the file types. */
export const uploadFile = endpoint({
  method: 'POST',
  path: '/admin/sys-file/upload',
  access: 'session',
  summary: '上传文件',
  takesFile: true,
  input: nothing,
  output: StoredFile,
})

const fileNames = z
  .string()
  .max(4000)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.string()).max(100))

/** Signed addresses of own files in the order asked, without those that do not exist. `expires` in days. */
export const getFileUrls = endpoint({
  method: 'GET',
  path: '/admin/sys-file/batchFileUrl',
  access: 'session',
  summary: '文件地址',
  input: z.object({ fileName: fileNames, expires: whole(z.number().int().min(1).max(7).default(5)) }),
  output: z.array(z.object({ fileName: z.string(), url: z.string() })),
})

/** The bytes. Without a token by a signed address. */
export const getFile = endpoint({
  method: 'GET',
  path: '/admin/sys-file/:bucket/:file',
  access: 'signed',
  summary: '下载文件',
  bare: true,
  input: z.object({
    bucket: z.string().max(64),
    file: z.string().max(64),
    /** Epoch seconds, and the signature, of a signed address. */
    expires: z.string().optional(),
    signature: z.string().optional(),
  }),
  output: z.unknown(),
})

export const removeFile = endpoint({
  method: 'DELETE',
  path: '/admin/sys-file/:id',
  access: { permission: 'sys_file_del' },
  summary: '删除文件',
  input: z.object({ id }),
  output: done,
})
