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
  stopping: 'stopping',
} as const
export type PictureEnd = (typeof PictureEnd)[keyof typeof PictureEnd]

export const pictureStreams = ['main', 'sub'] as const
export type PictureStream = (typeof pictureStreams)[number]

/** Tiles of a wall. Source: spec 3, section 16. */
export const wallSizes = [1, 4, 6, 9, 16, 25] as const
export type WallSize = (typeof wallSizes)[number]
export const mostWallTiles = 25
