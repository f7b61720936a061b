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

/** Types of clips that come from cameras and their servers, and that not every browser plays: they are downloaded, and nobody uploads them. */
export const clipTypes = {
  avi: 'video/x-msvideo',
  mkv: 'video/x-matroska',
  flv: 'video/x-flv',
  mov: 'video/quicktime',
  mpg: 'video/mpeg',
  mts: 'video/mp2t',
  asf: 'video/x-ms-asf',
  '3gp': 'video/3gpp',
  webm: 'video/webm',
  h264: 'video/h264',
  h265: 'video/h265',
} as const
export type ClipType = keyof typeof clipTypes

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
