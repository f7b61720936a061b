import { type CameraAct, turnSpeed } from '@huanwei/contract/video/codes'
import { isTerminalAct } from '@huanwei/contract/video/rules'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import {
  PlaybackControl,
  PlayMode,
  type PlaySpeed,
  playSpeeds,
  RecordedContent,
  RecordedStream,
} from '@huanwei/terminal/messages/playback'
import { CameraSwitch, LensStep, TurnDirection } from '@huanwei/terminal/messages/ptz'
import { TextFlag } from '@huanwei/terminal/messages/text'
import { UploadControl } from '@huanwei/terminal/messages/upload'
import { VideoClosing, VideoContent, VideoControl, VideoStream } from '@huanwei/terminal/messages/video'
import type { Command, MediaPlace, PlaybackStep } from '../link.ts'

/** Settings of one picture: 800 x 600, uploaded at once. */
const onePicture = {
  command: 1,
  intervalSeconds: 0,
  save: 0,
  resolution: 3,
  quality: 5,
  brightness: 127,
  contrast: 63,
  saturation: 63,
  chroma: 127,
}

/** Pictures and sound of either stream, from any disk, whether anything was wrong or not. */
const whatever = { content: RecordedContent.soundAndPicture, stream: RecordedStream.any, storage: 0 }
const noAlarms = '0'.repeat(16)

/** Number of a speed; none where the recording is played as it was taken. */
const numberOf = (speed: PlaySpeed, mode: number) => (mode === PlayMode.normal ? 0 : playSpeeds.indexOf(speed))

function controlPlayback(command: { channel: number } & PlaybackStep): Message {
  const { channel, step } = command
  return {
    id: MessageId.controlPlayback,
    channel,
    command: PlaybackControl[step],
    speed: 'speed' in command ? playSpeeds.indexOf(command.speed) : 0,
    time: 'time' in command ? command.time : undefined,
  }
}

const { adjustFocus, adjustIris, adjustZoom, switchWiper, switchLight } = MessageId
const adjustments = {
  zoomIn: { id: adjustZoom, value: LensStep.more },
  zoomOut: { id: adjustZoom, value: LensStep.less },
  focusMore: { id: adjustFocus, value: LensStep.more },
  focusLess: { id: adjustFocus, value: LensStep.less },
  irisMore: { id: adjustIris, value: LensStep.more },
  irisLess: { id: adjustIris, value: LensStep.less },
  wiperOn: { id: switchWiper, value: CameraSwitch.on },
  wiperOff: { id: switchWiper, value: CameraSwitch.off },
  lightOn: { id: switchLight, value: CameraSwitch.on },
  lightOff: { id: switchLight, value: CameraSwitch.off },
} as const

function moveCamera(channel: number, act: CameraAct): Message {
  if (!isTerminalAct(act)) throw new Error(`no terminal can ${act}`)
  switch (act) {
    case 'stop':
    case 'up':
    case 'down':
    case 'left':
    case 'right':
      return {
        id: MessageId.turnCamera,
        channel,
        direction: TurnDirection[act],
        speed: act === 'stop' ? 0 : turnSpeed,
      }
    default:
      return { channel, ...adjustments[act] }
  }
}

const placeOf = ({ host, port, udpPort = 0 }: MediaPlace, ownAddress: string) => ({
  host: host || ownAddress,
  tcpPort: port,
  udpPort,
})

/** The message that carries a command to a terminal, which reaches this machine at `ownAddress`. Source: spec 4, IV.3 and IV.5. */
export function commandMessage(command: Command, ownAddress: string): Message {
  switch (command.kind) {
    case 'locate':
      return { id: MessageId.queryLocation }
    case 'queryParameters':
      return { id: MessageId.queryAllParameters }
    case 'queryAttributes':
      return { id: MessageId.queryAttributes }
    case 'queryVideoAttributes':
      return { id: MessageId.queryVideoAttributes }
    case 'setParameters':
      return {
        id: MessageId.setParameters,
        parameters: command.parameters.map((parameter) => ({ ...parameter, type: 'number' })),
      }
    case 'takePhoto':
      return { id: MessageId.takePicture, channel: command.channel, ...onePicture }
    case 'openVideo': {
      const { channel, stream } = command
      const content = VideoContent.soundAndPicture
      return { id: MessageId.openVideo, ...placeOf(command, ownAddress), channel, content, stream }
    }
    case 'closeVideo': {
      const { channel, stream } = command
      return { id: MessageId.controlVideo, channel, command: VideoControl.close, closing: VideoClosing.all, stream }
    }
    case 'openTalk': {
      const { channel, content } = command
      return { id: MessageId.openVideo, ...placeOf(command, ownAddress), channel, content, stream: VideoStream.main }
    }
    case 'closeTalk': {
      const ended = { command: VideoControl.closeTalk, closing: VideoClosing.all, stream: VideoStream.main }
      return { id: MessageId.controlVideo, channel: command.channel, ...ended }
    }
    case 'switchStream': {
      const { channel, stream } = command
      return { id: MessageId.controlVideo, channel, command: VideoControl.switchStream, closing: VideoClosing.all, stream }
    }
    case 'closeSound': {
      const { channel, stream } = command
      return { id: MessageId.controlVideo, channel, command: VideoControl.close, closing: VideoClosing.sound, stream }
    }
    case 'queryFiles': {
      const { channel, start, end } = command
      return { id: MessageId.queryFiles, channel, start, end, alarms: noAlarms, ...whatever }
    }
    case 'playVideo': {
      const { channel, start, end, speed } = command
      const address = placeOf(command, ownAddress)
      const mode = speed === 1 ? PlayMode.normal : PlayMode.fastForward
      return { id: MessageId.playVideo, ...address, channel, ...whatever, mode, speed: numberOf(speed, mode), start, end }
    }
    case 'controlPlayback':
      return controlPlayback(command)
    case 'requestAttachments': {
      const { host, port, mark, alarmNumber } = command
      return { id: MessageId.requestAttachments, host: host || ownAddress, tcpPort: port, udpPort: 0, mark, alarmNumber }
    }
    case 'uploadFiles': {
      const { host, port, user, password, channel, start, end, networks } = command
      const address = { host: host || ownAddress, port, user, password, path: '/' }
      return { id: MessageId.uploadFiles, ...address, channel, start, end, alarms: noAlarms, ...whatever, networks }
    }
    case 'controlUpload':
      return { id: MessageId.controlUpload, replySerial: command.serial, command: UploadControl[command.act] }
    case 'moveCamera':
      return moveCamera(command.channel, command.act)
    case 'text': {
      const { text, urgent, display, speak } = command
      const flags = (urgent ? TextFlag.urgent : 0) | (display ? TextFlag.display : 0) | (speak ? TextFlag.speak : 0)
      return { id: MessageId.text, flags, text }
    }
  }
}
