/** States of a live picture. Sent as text on its socket. Source: spec 3, section 16. */
export const PictureState = {
  connecting: 'connecting',
  playing: 'playing',
  /** No new picture for some seconds. */
  frozen: 'frozen',
  offline: 'offline',
  noAnswer: 'noAnswer',
  /** The terminal agreed to send, and no picture came. */
  noPicture: 'noPicture',
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

/**
 * Sound that a page decodes: the second byte of an FLV audio tag that begins with `pageSoundHead` (a sound of the device's own), followed by what the
 * camera sent. The numbers are those of JT/T 1078; G.711 has codes of FLV. Source: spec 4, IV.5; Adobe FLV specification 10.1, E.4.2.
 */
export const pageSounds = { g726: 8, dvi4At8: 12, dvi4At16: 13, aac: 19, adpcm: 26 } as const
export const pageSoundHead = 0xf2

/** Tiles of a wall. Source: spec 3, section 16. */
export const wallSizes = [1, 4, 6, 9, 16, 25] as const
export type WallSize = (typeof wallSizes)[number]
export const mostWallTiles = 25
/** Walls that a person keeps under a name, and the characters of one. */
export const mostNamedWalls = 20
export const longestWallName = 20

/** Directions in which a camera turns as long as a key is held; a terminal knows the straight ones. Source: spec 4, IV.5, 0x9301, and III.4. */
const straightTurns = ['up', 'down', 'left', 'right'] as const
export const diagonalTurns = ['leftUp', 'rightUp', 'leftDown', 'rightDown'] as const
export const turns = [...straightTurns, ...diagonalTurns] as const
export type Turn = (typeof turns)[number]
/** What is done with a position that a camera keeps under a number, up to `mostPreset`. Source: spec 4, III.4. */
export const presetActs = ['goToPreset', 'savePreset', 'deletePreset'] as const
export type PresetAct = (typeof presetActs)[number]
export const mostPreset = 255
/** What a terminal can tell its camera: to turn and to stop, a step of its lens, wiper and light. Source: spec 4, IV.5, 0x9301 to 0x9306. */
export const terminalActs = [
  ...straightTurns,
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
export type TerminalAct = (typeof terminalActs)[number]
/** The same, and what only a video server can. */
export const cameraActs = [...terminalActs, ...diagonalTurns, ...presetActs] as const
export type CameraAct = (typeof cameraActs)[number]
/** Of 255. */
export const turnSpeed = 128
/** A camera stops by itself so long after it was last told to turn, ms. */
export const longestTurn = 10_000

/** Times as fast as it was taken that a recording is played. Source: spec 4, IV.5. */
export const playbackSpeeds = [1, 2, 4, 8, 16] as const
export type PlaybackSpeed = (typeof playbackSpeeds)[number]

/** What is done to an upload of a terminal. Source: spec 4, IV.5, 0x9207. */
export const uploadActs = ['pause', 'resume', 'cancel'] as const
export type UploadAct = (typeof uploadActs)[number]
/**
 * States of an upload: it waits until its terminal can be asked, was asked for, is coming, is paused, all of it is here, nothing more will come, somebody
 * called it off.
 */
export const uploadStates = ['waiting', 'asked', 'uploading', 'paused', 'done', 'failed', 'cancelled'] as const
export type VideoUploadState = (typeof uploadStates)[number]
/** States in which something may still come. */
export const openUploads = ['waiting', 'asked', 'uploading', 'paused'] as const
/**
 * Reasons why nothing more will come: the terminal refused, sent nothing, reported a failure, was away for a day, sent too much; its video server failed,
 * or has the file and does not give it.
 */
export const uploadFailures = ['refused', 'silent', 'terminal', 'away', 'tooMuch', 'server', 'unfetched'] as const
export type UploadFailure = (typeof uploadFailures)[number]
/** Networks on which a terminal may upload. Source: spec 4, IV.5, 0x9206. */
export const uploadNetworks = ['wifi', 'lan', 'mobile'] as const
export type UploadNetwork = (typeof uploadNetworks)[number]
/** Longest span of an upload, s. */
export const longestUpload = 86_400
/** Uploads that are open at once: of one vehicle, of one account, of a tenant. */
export const mostUploads = { ofVehicle: 8, ofAccount: 20, ofTenant: 200 } as const

/** Reasons for a recording of the server: somebody asked for it, an alarm of a rule that says so, or a schedule. */
export const recordingCauses = ['demand', 'alarm', 'schedule'] as const
export type RecordingCause = (typeof recordingCauses)[number]
/** Reasons why it ended: it was asked for, as long as it may be, the camera's pictures changed, they could not be written, the server stopped. */
export const recordingEnds = ['asked', 'limit', 'changed', 'unwritable', 'stopped'] as const
export type RecordingEnd = (typeof recordingEnds)[number]
/** Seconds of a recording on demand, and of a piece of one by schedule. */
export const longestRecording = 600
/** Seconds before an alarm, as far as the stream was on, and after it that are recorded. */
export const [secondsBefore, secondsAfter] = [10, 20]
/** Recordings that run at once: of one account, of one tenant, and in all. */
export const mostRecordings = { ofAccount: 4, ofTenant: 24, inAll: 64 } as const
/** Those of them by schedule: the rest is for people and alarms. */
export const mostScheduled = { ofTenant: 16, inAll: 48 } as const

/** Kinds of files that a terminal keeps of an alarm. Source: spec 4, IV.6. */
export const attachmentKinds = ['picture', 'video', 'sound', 'other'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

/** What is done to a playback. Source: spec 4, IV.5. */
export const playbackActs = ['pause', 'resume', 'speed', 'keyFrames', 'jump', 'end'] as const
export type PlaybackAct = (typeof playbackActs)[number]

/** Kinds of voice to terminals: with one, which answers, or to many. Source: spec 4, IV.5, 0x9101. */
export const talkKinds = ['talk', 'broadcast'] as const
export type TalkKind = (typeof talkKinds)[number]
/** Terminals that one broadcast reaches. */
export const mostBroadcast = 50
/** Bytes of voice a second: G.711 A-law, a byte a sample. A message has at most `longestVoice` of them, 0.4 s. Source: ITU-T G.711. */
export const [voiceBytesPerSecond, longestVoice] = [8000, 3200]

/** States of the voice to a terminal. Sent as text on its socket. */
export const TalkState = {
  connecting: 'connecting',
  open: 'open',
  offline: 'offline',
  noAnswer: 'noAnswer',
  refused: 'refused',
  /** Its sound is not G.711 A-law. */
  cannotTalk: 'cannotTalk',
  /** Its connection broke off. */
  lost: 'lost',
  /** The socket closes; the reason says why. */
  ended: 'ended',
} as const
export type TalkState = (typeof TalkState)[keyof typeof TalkState]

/** Reasons why the server ends a talk. */
export const TalkEnd = {
  /** The ticket is unknown, was used or expired. */
  ticket: 'ticket',
  /** The session, the permission or the view of a vehicle is gone. */
  rights: 'rights',
  tooMany: 'tooMany',
  /** Somebody else speaks with the terminal. */
  busy: 'busy',
  /** No terminal is there any more; the states say why. */
  noTerminal: 'noTerminal',
  /** Nobody spoke for 30 s. */
  silent: 'silent',
  tooLong: 'tooLong',
  /** The browser sent what is no voice. */
  garbled: 'garbled',
  /** It sent more than a microphone gives. */
  tooFast: 'tooFast',
  stopping: 'stopping',
} as const
export type TalkEnd = (typeof TalkEnd)[keyof typeof TalkEnd]

/** Result codes of the video interface that video servers of this family answer with. Texts: `video:result.*`. Source: spec 1, section 8. */
export const VideoResult = {
  ok: 0,
  unknownUser: 1,
  wrongPassword: 2,
  userDisabled: 3,
  userExpired: 4,
  noSession: 5,
  exception: 6,
  badParameters: 7,
  notInSight: 8,
  reversedSpan: 9,
  longSpan: 10,
  taskExists: 11,
  userExists: 12,
  /** Ends the video session. */
  noPermission: 13,
  tooManyDevices: 14,
  deviceExists: 15,
  vehicleExists: 16,
  deviceInUse: 17,
  noVehicle: 18,
  noDevice: 19,
  deviceOfOtherCompany: 20,
  deviceCountMismatch: 21,
  networkError: 24,
  ruleExists: 25,
  noRule: 26,
  noInformation: 27,
  sessionExists: 28,
  noCompany: 29,
  deviceOffline: 32,
  /** Ends the video session. */
  loggedInElsewhere: 34,
} as const
export type VideoResult = (typeof VideoResult)[keyof typeof VideoResult]

/** Prefixes under which the video interface answers too, as the family's clients have a proxy path for each video server. Source: spec 1, section 7. */
export const videoPrefixes = ['/huayin', '/feixiang', '/luoshan', '/xingtai', '/zhangxiu'] as const

/** Longest span of a query for alarms, days. Source: spec 4, III.2. */
export const longestAlarmSpan = 90
