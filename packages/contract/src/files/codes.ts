/** What may be stored, known by its content: extension → media type. Source: spec 3, section 12. */
export const fileTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  mp4: 'video/mp4',
  zip: 'application/zip',
} as const
export type FileType = keyof typeof fileTypes

/** Pictures that every browser draws. */
export const pictureTypes = ['png', 'jpg', 'webp', 'gif'] as const satisfies FileType[]

/** Bytes. Source: spec 3, section 12. */
export const maxFileBytes = 100 * 1024 * 1024
/** Of a picture for the unit's name plate or a person. */
export const maxPictureBytes = 5 * 1024 * 1024
