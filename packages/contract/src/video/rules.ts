import {
  type CameraAct,
  openUploads,
  type PresetAct,
  presetActs,
  type TerminalAct,
  type Turn,
  terminalActs,
  turns,
  type UploadAct,
  type VideoUploadState,
} from './codes.ts'

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

export const isTurn = (act: CameraAct): act is Turn => turns.some((one) => one === act)
export const isPresetAct = (act: CameraAct): act is PresetAct => presetActs.some((one) => one === act)
export const isTerminalAct = (act: CameraAct): act is TerminalAct => terminalActs.some((one) => one === act)
