import { saveBlob } from '../lib/save.ts'
import { formatTime } from '../lib/time.ts'

/** Gives the person what a video shows now as a PNG of its own size, named by `label` and its time. Nothing while it shows nothing yet. */
export function saveSnapshot(video: HTMLVideoElement, label: string, at = Date.now()) {
  if (!video.videoWidth) return
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const name = `${label} ${formatTime(at).replaceAll(':', '')}.png`
  canvas.toBlob((picture) => picture && saveBlob(picture, name))
}
