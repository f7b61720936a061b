import { z } from 'zod'

/** Settings of the file store, under their names in `config.ts`. */
export const FileSettings = z.object({
  DATA_DIR: z.string(),
  S3_ENDPOINT: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string(),
  S3_PATH_STYLE: z.boolean(),
})
export type FileSettings = z.infer<typeof FileSettings>
