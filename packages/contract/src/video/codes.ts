/** States of a live picture. Sent as text on its socket. Source: spec 3, section 16. */
export const PictureState = {
  connecting: 'connecting',
  playing: 'playing',
  /** No new picture for some seconds. */
  frozen: 'frozen',
  offline: 'offline',
  noAnswer: 'noAnswer',
  /** The terminal refused to send. */
  refused: 'refused',
  noKeyFrame: 'noKeyFrame',
  /** A playback that its viewer stopped. */
  paused: 'paused',
  /** Neither server nor browser can play the camera's codec. */
  cannotPlay: 'cannotPlay',
  /** The socket closes; the reason says why. */
  ended: 'ended',
} as const
export type PictureState = (typeof PictureState)[keyof typeof PictureState]

/** Reasons why the server ends a picture. */
export const PictureEnd = {
  /** The ticket is unknown, was used or expired. */
  ticket: 'ticket',
  /** The session, the permission or the view of the vehicle is gone. */
  rights: 'rights',
  tooMany: 'tooMany',
  /** A playback came to its end. */
  finished: 'finished',
  /** Somebody else plays what this channel has recorded. */
  busy: 'busy',
  /** The same account plays it elsewhere. */
  replaced: 'replaced',
  stopping: 'stopping',
} as const
export type PictureEnd = (typeof PictureEnd)[keyof typeof PictureEnd]

export const pictureStreams = ['main', 'sub'] as const
export type PictureStream = (typeof pictureStreams)[number]

/** Tiles of a wall. Source: spec 3, section 16. */
export const wallSizes = [1, 4, 6, 9, 16, 25] as const
export type WallSize = (typeof wallSizes)[number]
export const mostWallTiles = 25
/** Walls that a person keeps under a name, and the characters of one. */
export const mostNamedWalls = 20
export const longestWallName = 20

/** Directions in which a camera turns as long as a key is held. Source: spec 4, IV.5, 0x9301. */
export const turns = ['up', 'down', 'left', 'right'] as const
export type Turn = (typeof turns)[number]
/** What a camera can be told: to turn and to stop, a step of its lens, wiper and light. Source: spec 4, IV.5, 0x9301 to 0x9306. */
export const cameraActs = [
  ...turns,
  'stop',
  'zoomIn',
  'zoomOut',
  'focusMore',
  'focusLess',
  'irisMore',
  'irisLess',
  'wiperOn',
  'wiperOff',
  'lightOn',
  'lightOff',
] as const
export type CameraAct = (typeof cameraActs)[number]
/** Of 255. */
export const turnSpeed = 128
/** A camera stops by itself so long after it was last told to turn, ms. */
export const longestTurn = 10_000

/** Times as fast as it was taken that a recording is played. Source: spec 4, IV.5. */
export const playbackSpeeds = [1, 2, 4, 8, 16] as const
export type PlaybackSpeed = (typeof playbackSpeeds)[number]

/** Reasons for a recording of the server: somebody asked for it, or an alarm of a rule that says so. */
export const recordingCauses = ['demand', 'alarm'] as const
export type RecordingCause = (typeof recordingCauses)[number]
/** Reasons why it ended: it was asked for, as long as it may be, the camera's pictures changed, they could not be written, the server stopped. */
export const recordingEnds = ['asked', 'limit', 'changed', 'unwritable', 'stopped'] as const
export type RecordingEnd = (typeof recordingEnds)[number]
/** Seconds of a recording on demand. */
export const longestRecording = 600
/** Seconds before an alarm, as far as the stream was on, and after it that are recorded. */
export const [secondsBefore, secondsAfter] = [10, 20]
/** Recordings that run at once: of one account, of one tenant, and in all. */
export const mostRecordings = { ofAccount: 4, ofTenant: 24, inAll: 64 } as const

/** Kinds of files that a terminal keeps of an alarm. Source: spec 4, IV.6. */
export const attachmentKinds = ['picture', 'video', 'sound', 'other'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

/** What is done to a playback. Source: spec 4, IV.5. */
export const playbackActs = ['pause', 'resume', 'speed', 'keyFrames', 'jump', 'end'] as const
export type PlaybackAct = (typeof playbackActs)[number]
