import { alarmMask, confirmableAlarms } from '@huanwei/terminal/messages/alarm'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import type { Location } from '@huanwei/terminal/messages/location'
import { type Message, messageIdOf } from '@huanwei/terminal/messages/message'
import { type AdjustCamera, type TurnCamera, TurnDirection } from '@huanwei/terminal/messages/ptz'
import { Codec } from '@huanwei/terminal/pictures/packet'
import type { Header } from '@huanwei/terminal/wire/header'
import { recordingsOf } from '../cameras/recordings.ts'
import type { Settings } from './settings.ts'

/** Result of 0x0805 for a channel without a camera. Source: spec 4, IV.3. */
const noSuchChannel = 2
const confirmable = alarmMask(confirmableAlarms)

type Context = {
  now: number
  terminalNo: string
  cameras: number
  /** Whether the cameras have motors. */
  canMove: boolean
  locate(): Location
  /** True while the files of the alarm with this mark are there. */
  hasFiles(mark: string): boolean
  /** True while an upload that was asked for under this serial runs. */
  hasUpload(serial: number): boolean
}

/**
 * Executes a command of the platform and returns the answer; undefined for a message that needs none. `command` is undefined for a message
 * that cannot be decoded.
 */
export function executeCommand(
  { serial, messageId }: Header,
  command: Message | undefined,
  settings: Settings,
  context: Context,
): Message | undefined {
  const reply = (result: ReplyResult): Message => ({
    id: MessageId.terminalReply,
    replySerial: serial,
    replyId: messageId,
    result,
  })
  if (command === undefined) return reply(ReplyResult.badMessage)
  const answer = answerQuery(serial, command, settings, context)
  if (answer) return answer
  switch (command.id) {
    case MessageId.platformReply:
    case MessageId.registered:
    case MessageId.platformTime:
    case MessageId.mediaReceived:
    case MessageId.platformResend:
      return undefined
    case MessageId.text:
    case MessageId.control:
      return reply(ReplyResult.ok)
    case MessageId.setParameters:
      for (const parameter of command.parameters) settings.parameters.set(parameter.id, parameter)
      return reply(ReplyResult.ok)
    case MessageId.openVideo:
      return reply(hasCamera(command, context) ? ReplyResult.ok : ReplyResult.failed)
    case MessageId.controlUpload:
      return reply(context.hasUpload(command.replySerial) ? ReplyResult.ok : ReplyResult.failed)
    case MessageId.uploadFiles:
    case MessageId.playVideo: {
      const isThere = hasCamera(command, context) && recordingsOf(command.channel, command, context.now).length > 0
      return reply(isThere ? ReplyResult.ok : ReplyResult.failed)
    }
    case MessageId.requestAttachments:
      return reply(context.hasFiles(command.mark) ? ReplyResult.ok : ReplyResult.failed)
    case MessageId.controlVideo:
    case MessageId.controlPlayback:
      return reply(ReplyResult.ok)
    case MessageId.turnCamera:
    case MessageId.adjustFocus:
    case MessageId.adjustIris:
    case MessageId.switchWiper:
    case MessageId.switchLight:
    case MessageId.adjustZoom:
      return reply(moveCamera(command, settings, context))
    case MessageId.track:
      settings.tracking = command.intervalSeconds
        ? { intervalSeconds: command.intervalSeconds, until: context.now + command.validSeconds * 1000 }
        : undefined
      return reply(ReplyResult.ok)
    case MessageId.confirmAlarm:
      settings.confirmed = (settings.confirmed | (command.alarms & confirmable)) >>> 0
      return reply(ReplyResult.ok)
    default:
      return messageIdOf(command) === MessageId.terminalReply ? undefined : reply(ReplyResult.unsupported)
  }
}

/** Moves a camera, if it has motors, and remembers how it stands. */
function moveCamera(command: TurnCamera | AdjustCamera, { cameras }: Settings, context: Context): ReplyResult {
  if (!context.canMove) return ReplyResult.unsupported
  if (!hasCamera(command, context)) return ReplyResult.failed
  const pose = cameras.get(command.channel) ?? { direction: TurnDirection.stop, values: new Map() }
  if (command.id === MessageId.turnCamera) pose.direction = command.direction
  else pose.values.set(command.id, command.value)
  cameras.set(command.channel, pose)
  return ReplyResult.ok
}

const hasCamera = ({ channel }: { channel: number }, { cameras }: Pick<Context, 'cameras'>) => channel >= 1 && channel <= cameras

/** The answer to a command that has a message of its own as its answer; undefined for any other command. */
function answerQuery(
  replySerial: number,
  command: Message,
  settings: Settings,
  { now, terminalNo, cameras, locate }: Context,
): Message | undefined {
  switch (command.id) {
    case MessageId.queryAllParameters:
      return { id: MessageId.parameters, replySerial, parameters: [...settings.parameters.values()] }
    case MessageId.queryParameters:
      return { id: MessageId.parameters, replySerial, parameters: command.ids.flatMap((id) => settings.parameters.get(id) ?? []) }
    case MessageId.queryAttributes:
      return {
        id: MessageId.attributes,
        terminalType: 7,
        manufacturer: 'HWSIM',
        model: 'HW-808',
        terminalId: terminalNo.slice(-7),
        iccid: terminalNo.padStart(20, '0'),
        hardwareVersion: '1.0',
        firmwareVersion: '8.08',
        gnss: 3,
        communication: 2,
      }
    case MessageId.queryVideoAttributes:
      return {
        id: MessageId.videoAttributes,
        soundCodec: Codec.g711a,
        soundChannels: 1,
        sampleRate: 0,
        sampleBits: 1,
        frameLength: 320,
        playsSound: true,
        pictureCodec: Codec.h264,
        mostSoundChannels: 1,
        mostPictureChannels: cameras,
      }
    case MessageId.queryLocation:
      return { id: MessageId.queriedLocation, replySerial, location: locate() }
    case MessageId.queryFiles: {
      const channels = command.channel ? [command.channel] : Array.from({ length: cameras }, (_, i) => i + 1)
      const files = channels.filter((channel) => channel <= cameras).flatMap((channel) => recordingsOf(channel, command, now))
      return { id: MessageId.fileList, replySerial, total: files.length, files }
    }
    case MessageId.takePicture:
      return command.channel <= cameras
        ? { id: MessageId.pictureTaken, replySerial, result: 0, mediaIds: [Math.floor(now / 1000)] }
        : { id: MessageId.pictureTaken, replySerial, result: noSuchChannel, mediaIds: [] }
    default:
      return undefined
  }
}
