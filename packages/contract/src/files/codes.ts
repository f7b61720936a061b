/** Types of files that may be stored, recognised by content: extension → media type. Source: spec 3, section 12. */
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

/** Variants of a picture: a small one for lists, and one for the public. Neither keeps the camera's metadata (place, time, device). */
export const variants = ['small', 'outside'] as const
export type Variant = (typeof variants)[number]

/** Bytes. Source: spec 3, section 12. */
export const maxFileBytes = 100 * 1024 * 1024
/** Limits of a unit's logo or a person's picture. */
export const maxPictureBytes = 5 * 1024 * 1024
/** Limits of a photo as a phone takes it. */
export const maxPhotoBytes = 20 * 1024 * 1024
