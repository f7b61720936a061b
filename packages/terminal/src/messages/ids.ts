/** Message ids of JT/T 808 that this codec supports. Source: spec 4, IV.3. */
export const MessageId = {
  terminalReply: 0x0001,
  heartbeat: 0x0002,
  logOut: 0x0003,
  queryTime: 0x0004,
  /** The terminal asks the platform to send pieces again (2019). */
  terminalResend: 0x0005,
  register: 0x0100,
  authenticate: 0x0102,
  parameters: 0x0104,
  attributes: 0x0107,
  location: 0x0200,
  queriedLocation: 0x0201,
  driver: 0x0702,
  batchLocation: 0x0704,
  can: 0x0705,
  mediaEvent: 0x0800,
  media: 0x0801,
  pictureTaken: 0x0805,
  upstreamData: 0x0900,
  platformReply: 0x8001,
  /** The platform asks the terminal to send pieces again. */
  platformResend: 0x8003,
  platformTime: 0x8004,
  registered: 0x8100,
  setParameters: 0x8103,
  queryAllParameters: 0x8104,
  control: 0x8105,
  queryParameters: 0x8106,
  queryAttributes: 0x8107,
  queryLocation: 0x8201,
  track: 0x8202,
  confirmAlarm: 0x8203,
  text: 0x8300,
  mediaReceived: 0x8800,
  takePicture: 0x8801,
  downstreamData: 0x8900,
  /** JT/T 1078. */
  videoAttributes: 0x1003,
  passengers: 0x1005,
  fileList: 0x1205,
  uploadEnded: 0x1206,
  queryVideoAttributes: 0x9003,
  openVideo: 0x9101,
  controlVideo: 0x9102,
  playVideo: 0x9201,
  controlPlayback: 0x9202,
  queryFiles: 0x9205,
  uploadFiles: 0x9206,
  controlUpload: 0x9207,
  turnCamera: 0x9301,
  adjustFocus: 0x9302,
  adjustIris: 0x9303,
  switchWiper: 0x9304,
  switchLight: 0x9305,
  adjustZoom: 0x9306,
  /** T/JSATL 12: files of alarms. */
  attachmentList: 0x1210,
  attachmentBegins: 0x1211,
  attachmentEnds: 0x1212,
  requestAttachments: 0x9208,
  attachmentReceived: 0x9212,
} as const
export type MessageId = (typeof MessageId)[keyof typeof MessageId]

/** Result of a general reply, 0x0001 and 0x8001. Source: spec 4, IV.3. */
export const ReplyResult = { ok: 0, failed: 1, badMessage: 2, unsupported: 3, alarmConfirmed: 4 } as const
export type ReplyResult = (typeof ReplyResult)[keyof typeof ReplyResult]

/** Result of a registration, 0x8100. Source: spec 4, IV.3. */
export const RegisterResult = {
  ok: 0,
  vehicleRegistered: 1,
  noSuchVehicle: 2,
  terminalRegistered: 3,
  noSuchTerminal: 4,
} as const
export type RegisterResult = (typeof RegisterResult)[keyof typeof RegisterResult]
