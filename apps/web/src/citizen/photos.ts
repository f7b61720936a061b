import { citizenPaths } from '@huanwei/contract/complaints/codes'
import type { Language } from '@huanwei/words/languages'
import { Lost, placeOf, unwrapText } from './ask.ts'

/** Pixels of the longer side: a third of a megabyte or so. */
const longest = 1600
const quality = 0.8
/** Time limit of one photo, ms: 4 MB at 20 kB/s. */
const patienceMs = 200_000

/** Phones take photos so that only some browsers can draw; the server takes none. */
const isHeic = ({ type, name }: File) => /hei[cf]$/i.test(type || name)
/** A photo that this browser cannot turn into one that the server takes. */
export class Undrawable extends Error {}

/** The picture small enough for a slow network; as it is when this browser cannot draw it or it is smaller already. Throws Undrawable. */
export async function shrink(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    const paper = canvas.getContext('2d')
    if (!paper) return file
    paper.fillStyle = '#fff'
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    return small && (small.size < file.size || isHeic(file)) ? small : file
  } catch (error) {
    if (isHeic(file)) throw new Undrawable()
    console.info('huanwei: the photo is sent as it is', error)
    return file
  }
}

/** Sends a photo for a report about a facility; `onProgress` hears the share that has gone, 0 to 1. Answers with its name. Throws ServerRefusal or Lost. */
export function sendPhoto(
  facilityCode: string,
  photo: Blob,
  language: Language,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    // Not by `fetch`, which does not tell how far it has got.
    const request = new XMLHttpRequest()
    request.open('POST', placeOf(citizenPaths.upload, { facilityCode }))
    request.setRequestHeader('accept-language', language)
    request.timeout = patienceMs
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      try {
        resolve(unwrapText<{ fileName: string }>(request.status, request.responseText).fileName)
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new Lost())
    request.ontimeout = () => reject(new Lost())
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.set('file', photo, 'photo.jpg')
    request.send(form)
  })
}
