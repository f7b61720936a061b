import { BadMessage } from '../wire/bad-message.ts'
import type { Header, Version } from '../wire/header.ts'
import * as attachments from './attachments.ts'
import * as attributes from './attributes.ts'
import * as driver from './driver.ts'
import { MessageId } from './ids.ts'
import type { Location } from './location.ts'
import { decodeLocation, encodeLocation } from './location.ts'
import * as media from './media.ts'
import * as parameters from './parameters.ts'
import * as playback from './playback.ts'
import * as ptz from './ptz.ts'
import * as registration from './registration.ts'
import * as reply from './reply.ts'
import * as text from './text.ts'
import * as tracking from './tracking.ts'
import * as upload from './upload.ts'
import * as video from './video.ts'

/** Messages without a body. */
type EmptyMessage = {
  id:
    | typeof MessageId.heartbeat
    | typeof MessageId.logOut
    | typeof MessageId.queryTime
    | typeof MessageId.queryAllParameters
    | typeof MessageId.queryAttributes
    | typeof MessageId.queryVideoAttributes
    | typeof MessageId.queryLocation
}

export type LocationMessage = { id: typeof MessageId.location; location: Location }

/** A message that this codec does not support; it is answered with result 3. */
export type UnknownMessage = { id: 'unknown'; messageId: number; body: Buffer }

/** Every message, distinguished by `id`. */
export type Message =
  | EmptyMessage
  | LocationMessage
  | UnknownMessage
  | driver.Driver
  | driver.Can
  | media.MediaEvent
  | media.Media
  | media.MediaReceived
  | media.TakePicture
  | media.PictureTaken
  | parameters.SetParameters
  | parameters.QueryParameters
  | parameters.Parameters
  | attachments.RequestAttachments
  | attachments.AttachmentList
  | attachments.AttachmentFile
  | attachments.AttachmentReceived
  | attributes.Attributes
  | playback.PlaybackMessage
  | video.VideoMessage
  | ptz.TurnCamera
  | ptz.AdjustCamera
  | registration.Register
  | registration.Registered
  | registration.Authenticate
  | reply.Reply
  | reply.TimeReply
  | reply.ResendRequest
  | text.TextMessage
  | text.TransparentData
  | tracking.QueriedLocation
  | tracking.BatchLocation
  | tracking.TemporaryTracking
  | tracking.ConfirmAlarm
  | tracking.Control
  | upload.UploadFiles
  | upload.UploadEnded
  | upload.ControlUpload

/** The message id for the header. */
export const messageIdOf = (message: Message) => (message.id === 'unknown' ? message.messageId : message.id)

type MessageHeader = Pick<Header, 'messageId' | 'version2019' | 'encryption'>

/**
 * Decodes the body of a frame or of an assembled message. Bytes after the last field are ignored.
 * BadMessage when the body violates the standard or is encrypted. Source: spec 4, IV.3.
 */
export function decodeMessage({ messageId, version2019, encryption }: MessageHeader, body: Buffer): Message {
  if (encryption !== 0) throw new BadMessage('encrypted')
  switch (messageId) {
    case MessageId.location:
      return { id: MessageId.location, location: decodeLocation(body) }
    case MessageId.heartbeat:
    case MessageId.logOut:
    case MessageId.queryTime:
    case MessageId.queryAllParameters:
    case MessageId.queryAttributes:
    case MessageId.queryVideoAttributes:
    case MessageId.queryLocation:
      return { id: messageId }
    case MessageId.terminalReply:
    case MessageId.platformReply:
      return reply.decodeReply(messageId, body)
    case MessageId.terminalResend:
    case MessageId.platformResend:
      return reply.decodeResend(messageId, body)
    case MessageId.platformTime:
      return reply.decodeTimeReply(body)
    case MessageId.register:
      return registration.decodeRegister(body, version2019)
    case MessageId.registered:
      return registration.decodeRegistered(body)
    case MessageId.authenticate:
      return registration.decodeAuthenticate(body, version2019)
    case MessageId.setParameters:
      return parameters.decodeSetParameters(body)
    case MessageId.queryParameters:
      return parameters.decodeQueryParameters(body)
    case MessageId.parameters:
      return parameters.decodeParameters(body)
    case MessageId.attributes:
      return attributes.decodeAttributes(body, version2019)
    case MessageId.queriedLocation:
      return tracking.decodeQueriedLocation(body)
    case MessageId.batchLocation:
      return tracking.decodeBatchLocation(body)
    case MessageId.track:
      return tracking.decodeTemporaryTracking(body)
    case MessageId.confirmAlarm:
      return tracking.decodeConfirmAlarm(body)
    case MessageId.control:
      return tracking.decodeControl(body)
    case MessageId.text:
      return text.decodeTextMessage(body, version2019)
    case MessageId.upstreamData:
    case MessageId.downstreamData:
      return text.decodeTransparent(messageId, body)
    case MessageId.driver:
      return driver.decodeDriver(body, version2019)
    case MessageId.can:
      return driver.decodeCan(body)
    case MessageId.mediaEvent:
      return media.decodeMediaEvent(body)
    case MessageId.media:
      return media.decodeMedia(body)
    case MessageId.mediaReceived:
      return media.decodeMediaReceived(body)
    case MessageId.takePicture:
      return media.decodeTakePicture(body)
    case MessageId.pictureTaken:
      return media.decodePictureTaken(body)
    case MessageId.openVideo:
    case MessageId.controlVideo:
    case MessageId.videoAttributes:
    case MessageId.passengers:
      return video.decodeVideo(messageId, body)
    case MessageId.queryFiles:
    case MessageId.fileList:
    case MessageId.playVideo:
    case MessageId.controlPlayback:
      return playback.decodePlayback(messageId, body)
    case MessageId.uploadFiles:
    case MessageId.uploadEnded:
    case MessageId.controlUpload:
      return upload.decodeUpload(messageId, body)
    case MessageId.turnCamera:
      return ptz.decodeTurnCamera(body)
    case MessageId.adjustFocus:
    case MessageId.adjustIris:
    case MessageId.switchWiper:
    case MessageId.switchLight:
    case MessageId.adjustZoom:
      return ptz.decodeAdjustCamera(messageId, body)
    case MessageId.requestAttachments:
      return attachments.decodeRequestAttachments(body)
    case MessageId.attachmentList:
      return attachments.decodeAttachmentList(body)
    case MessageId.attachmentBegins:
    case MessageId.attachmentEnds:
      return attachments.decodeAttachmentFile(messageId, body)
    case MessageId.attachmentReceived:
      return attachments.decodeAttachmentReceived(body)
    default:
      return { id: 'unknown', messageId, body }
  }
}

const nothing = Buffer.alloc(0)

/** Encodes the body of a message in an edition of the standard. RangeError when a value does not fit its field. */
export function encodeMessage(message: Message, version: Version): Buffer {
  switch (message.id) {
    case 'unknown':
      return message.body
    case MessageId.location:
      return encodeLocation(message.location)
    case MessageId.heartbeat:
    case MessageId.logOut:
    case MessageId.queryTime:
    case MessageId.queryAllParameters:
    case MessageId.queryAttributes:
    case MessageId.queryVideoAttributes:
    case MessageId.queryLocation:
      return nothing
    case MessageId.terminalReply:
    case MessageId.platformReply:
      return reply.encodeReply(message)
    case MessageId.terminalResend:
    case MessageId.platformResend:
      return reply.encodeResend(message, version === '2019')
    case MessageId.platformTime:
      return reply.encodeTimeReply(message)
    case MessageId.register:
      return registration.encodeRegister(message, version)
    case MessageId.registered:
      return registration.encodeRegistered(message)
    case MessageId.authenticate:
      return registration.encodeAuthenticate(message, version)
    case MessageId.setParameters:
      return parameters.encodeSetParameters(message)
    case MessageId.queryParameters:
      return parameters.encodeQueryParameters(message)
    case MessageId.parameters:
      return parameters.encodeParameters(message)
    case MessageId.attributes:
      return attributes.encodeAttributes(message, version)
    case MessageId.queriedLocation:
      return tracking.encodeQueriedLocation(message)
    case MessageId.batchLocation:
      return tracking.encodeBatchLocation(message)
    case MessageId.track:
      return tracking.encodeTemporaryTracking(message)
    case MessageId.confirmAlarm:
      return tracking.encodeConfirmAlarm(message)
    case MessageId.control:
      return tracking.encodeControl(message)
    case MessageId.text:
      return text.encodeTextMessage(message, version)
    case MessageId.upstreamData:
    case MessageId.downstreamData:
      return text.encodeTransparent(message)
    case MessageId.driver:
      return driver.encodeDriver(message, version)
    case MessageId.can:
      return driver.encodeCan(message)
    case MessageId.mediaEvent:
      return media.encodeMediaEvent(message)
    case MessageId.media:
      return media.encodeMedia(message)
    case MessageId.mediaReceived:
      return media.encodeMediaReceived(message)
    case MessageId.takePicture:
      return media.encodeTakePicture(message)
    case MessageId.pictureTaken:
      return media.encodePictureTaken(message)
    case MessageId.openVideo:
    case MessageId.controlVideo:
    case MessageId.videoAttributes:
    case MessageId.passengers:
      return video.encodeVideo(message)
    case MessageId.queryFiles:
    case MessageId.fileList:
    case MessageId.playVideo:
    case MessageId.controlPlayback:
      return playback.encodePlayback(message)
    case MessageId.uploadFiles:
    case MessageId.uploadEnded:
    case MessageId.controlUpload:
      return upload.encodeUpload(message)
    case MessageId.turnCamera:
      return ptz.encodeTurnCamera(message)
    case MessageId.adjustFocus:
    case MessageId.adjustIris:
    case MessageId.switchWiper:
    case MessageId.switchLight:
    case MessageId.adjustZoom:
      return ptz.encodeAdjustCamera(message)
    case MessageId.requestAttachments:
      return attachments.encodeRequestAttachments(message)
    case MessageId.attachmentList:
      return attachments.encodeAttachmentList(message)
    case MessageId.attachmentBegins:
    case MessageId.attachmentEnds:
      return attachments.encodeAttachmentFile(message)
    case MessageId.attachmentReceived:
      return attachments.encodeAttachmentReceived(message)
  }
}
