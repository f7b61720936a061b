import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTime, done, id, whole } from '../fields.ts'
import { newestFirst, page, pageQuery } from '../page.ts'
import { fileTypes, variants } from './codes.ts'

/** A file just stored. `url` needs the bearer token. Source: spec 4, S0 §7. */
export const StoredFile = z.object({
  bucketName: z.string(),
  /** Opaque: `<32 hex digits>.<extension of the content>`. */
  fileName: z.string(),
  /** Original name of the uploaded file. */
  original: z.string(),
  url: z.string(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** Sender's key of an upload: 32 hex digits, the same when it is sent again. */
export const uploadKey = z.string().regex(/^[0-9a-f]{32}$/)
/** Query of an upload, beside the form. */
export const uploadInput = z.object({ key: uploadKey.optional() })

/**
 * A form with the field `file`. Sent again with the same key by the same person it is the file of the first time.
 * 413 above 100 MB, 415 for what is none of the file types, 507 when there is no room for it.
 */
export const uploadFile = endpoint({
  method: 'POST',
  path: '/admin/sys-file/upload',
  access: 'session',
  takesFile: true,
  input: uploadInput,
  output: StoredFile,
})

/** Result of an upload whose reply was lost: the file, or null when it did not arrive. */
export const getUpload = endpoint({
  method: 'GET',
  path: '/admin/sys-file/upload',
  access: 'session',
  input: z.object({ key: uploadKey }),
  output: StoredFile.nullable(),
})

/** A file as the list of all shows it. Source: spec 4, S0 §7. */
export const FileRow = z.object({
  id: z.number(),
  bucketName: z.string(),
  fileName: z.string(),
  original: z.string(),
  type: z.string(),
  /** Bytes. */
  fileSize: z.number(),
  /** User name of who sent it; empty for a citizen, `#` and its number for a terminal. */
  createUser: z.string(),
  /** The same, as the family's clients call it. */
  createBy: z.string(),
  createTime: z.string(),
})
export type FileRow = z.infer<typeof FileRow>

const fileType = z.string().refine((type) => type in fileTypes)

/** Files that people of the caller's scope sent, the latest first. */
export const listFiles = endpoint({
  method: 'GET',
  path: '/admin/sys-file/page',
  access: { permission: 'sys_file_view' },
  otherNames: { createBy: 'createUser' },
  input: pageQuery.extend({
    /** Part of the opaque name. */
    fileName: z.string().trim().max(64).optional(),
    /** Part of the name that it came with. */
    original: z.string().trim().max(100).optional(),
    type: fileType.optional(),
    createUser: z.string().trim().max(64).optional(),
    startTime: dateTime.optional(),
    endTime: dateTime.optional(),
    ...newestFirst,
  }),
  output: page(FileRow),
})

const fileNames = z
  .string()
  .max(4000)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.string()).max(100))

/**
 * Signed addresses of files that the caller may see, or of their variants, in the order of the request, without the others. They are valid for
 * `expires` days, at most as long as the log-in of the caller.
 */
export const getFileUrls = endpoint({
  method: 'GET',
  path: '/admin/sys-file/batchFileUrl',
  access: 'session',
  input: z.object({
    fileName: fileNames,
    expires: whole(z.number().int().min(1).max(7).default(1)),
    variant: z.enum(variants).optional(),
  }),
  output: z.array(z.object({ fileName: z.string(), url: z.string() })),
})

/** The bytes, or a range of them. Without a token by a signed address; a picture drawn anew only so. */
export const getFile = endpoint({
  method: 'GET',
  path: '/admin/sys-file/:bucket/:file',
  access: 'signed',
  bare: true,
  input: z.object({
    bucket: z.string().max(64),
    file: z.string().max(64),
    variant: z.enum(variants).optional(),
    /** Log-in that a signed address was created for. */
    login: z.string().max(64).optional(),
    /** Token of a board that it was created for. */
    board: id.optional(),
    /** Epoch seconds, and the signature, of a signed address. */
    expires: z.string().optional(),
    signature: z.string().optional(),
  }),
  output: z.unknown(),
})

/** 409 while something refers to it. */
export const removeFile = endpoint({
  method: 'DELETE',
  path: '/admin/sys-file/:id',
  access: { permission: 'sys_file_del' },
  input: z.object({ id }),
  output: done,
})
