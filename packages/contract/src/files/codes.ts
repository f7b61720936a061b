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

/** What a picture is drawn anew as: small, for lists; or as people outside see it. Neither has what the camera wrote into it: place, time, device. */
export const variants = ['small', 'outside'] as const
export type Variant = (typeof variants)[number]

/** Bytes. Source: spec 3, section 12. */
export const maxFileBytes = 100 * 1024 * 1024
/** Of a picture for the unit's name plate or a person. */
export const maxPictureBytes = 5 * 1024 * 1024
/** Of a photo as a phone takes it. */
export const maxPhotoBytes = 20 * 1024 * 1024
