import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import { TextFlag } from '@huanwei/terminal/messages/text'
import { VideoContent, VideoControl } from '@huanwei/terminal/messages/video'
import type { Command } from '../link.ts'

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

/** The message that carries a command to a terminal, which reaches this machine at `ownAddress`. Source: spec 4, IV.3 and IV.5. */
export function commandMessage(command: Command, ownAddress: string): Message {
  switch (command.kind) {
    case 'locate':
      return { id: MessageId.queryLocation }
    case 'queryParameters':
      return { id: MessageId.queryAllParameters }
    case 'queryAttributes':
      return { id: MessageId.queryAttributes }
    case 'setParameters':
      return {
        id: MessageId.setParameters,
        parameters: command.parameters.map((parameter) => ({ ...parameter, type: 'number' })),
      }
    case 'takePhoto':
      return { id: MessageId.takePicture, channel: command.channel, ...onePicture }
    case 'openVideo': {
      const { host, port, channel, stream } = command
      const content = VideoContent.soundAndPicture
      return { id: MessageId.openVideo, host: host || ownAddress, tcpPort: port, udpPort: 0, channel, content, stream }
    }
    case 'closeVideo': {
      const { channel, stream } = command
      return { id: MessageId.controlVideo, channel, command: VideoControl.close, closing: 0, stream }
    }
    case 'text': {
      const { text, urgent, display, speak } = command
      const flags = (urgent ? TextFlag.urgent : 0) | (display ? TextFlag.display : 0) | (speak ? TextFlag.speak : 0)
      return { id: MessageId.text, flags, text }
    }
  }
}
