import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import { TextFlag } from '@huanwei/terminal/messages/text'
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

/** The message that carries a command to a terminal. Source: spec 4, IV.3. */
export function commandMessage(command: Command): Message {
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
    case 'text': {
      const { text, urgent, display, speak } = command
      const flags = (urgent ? TextFlag.urgent : 0) | (display ? TextFlag.display : 0) | (speak ? TextFlag.speak : 0)
      return { id: MessageId.text, flags, text }
    }
  }
}
