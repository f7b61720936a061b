import { openUploads, type UploadAct, type VideoUploadState } from './codes.ts'

/** True while something may still come of an upload. */
export const isUploadOpen = (state: VideoUploadState) => openUploads.some((one) => one === state)

/** States in which each act on an upload is possible. */
const states: Record<UploadAct, readonly VideoUploadState[]> = {
  pause: ['asked', 'uploading'],
  resume: ['paused'],
  cancel: openUploads,
}

/** True when this can be done to an upload in this state. */
export const mayControlUpload = (state: VideoUploadState, act: UploadAct) => states[act].includes(state)
