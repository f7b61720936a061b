import { alarmMask, confirmableAlarms } from '@huanwei/terminal/alarm'
import type { Header } from '@huanwei/terminal/header'
import { MessageId, ReplyResult } from '@huanwei/terminal/ids'
import type { Location } from '@huanwei/terminal/location'
import { type Message, messageIdOf } from '@huanwei/terminal/message'
import type { Parameter } from '@huanwei/terminal/parameters'
import { ParameterId } from '@huanwei/terminal/parameters'

/** What orders of the platform change in a terminal. */
export type Settings = {
  parameters: Map<number, Parameter>
  /** Reports every so many seconds until then (epoch ms). */
  tracking: { intervalSeconds: number; until: number } | undefined
  /** Alarms not to be raised until they have been over. */
  confirmed: number
}

const number = (id: number, value: number): Parameter => ({ id, type: 'number', value })

export const startSettings = (plate: string, plateColour: number): Settings => ({
  parameters: new Map(
    [
      number(ParameterId.heartbeatSeconds, 60),
      number(ParameterId.tcpReplySeconds, 10),
      number(ParameterId.tcpRetries, 3),
      number(ParameterId.defaultIntervalSeconds, 10),
      number(ParameterId.sleepIntervalSeconds, 30),
      number(ParameterId.maxSpeed, 72),
      { id: ParameterId.plate, type: 'text' as const, value: plate },
      number(ParameterId.plateColour, plateColour),
    ].map((parameter) => [parameter.id, parameter]),
  ),
  tracking: undefined,
  confirmed: 0,
})

/** The value of a numeric parameter, or what counts without it. */
export function numberOf({ parameters }: Settings, id: number, otherwise: number): number {
  const found = parameters.get(id)
  return found?.type === 'number' && found.value > 0 ? found.value : otherwise
}

/** Seconds between two reports. */
export function reportSeconds(settings: Settings, engineOn: boolean, now: number): number {
  const { tracking } = settings
  if (tracking && now < tracking.until) return tracking.intervalSeconds
  return engineOn
    ? numberOf(settings, ParameterId.defaultIntervalSeconds, 10)
    : numberOf(settings, ParameterId.sleepIntervalSeconds, 30)
}

/** Result of 0x0805. */
const noSuchChannel = 2
const confirmable = alarmMask(confirmableAlarms)

/** Carries an order out and returns what to answer; undefined for what wants no answer. `undefined` stands for a message that cannot be read. */
export function obey(
  header: Header,
  order: Message | undefined,
  settings: Settings,
  around: { now: number; terminalNo: string; cameras: number; locate(): Location },
): Message | undefined {
  const replySerial = header.serial
  const reply = (result: ReplyResult): Message => ({
    id: MessageId.terminalReply,
    replySerial,
    replyId: header.messageId,
    result,
  })
  if (order === undefined) return reply(ReplyResult.badMessage)
  switch (order.id) {
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
      for (const parameter of order.parameters) settings.parameters.set(parameter.id, parameter)
      return reply(ReplyResult.ok)
    case MessageId.queryAllParameters:
      return { id: MessageId.parameters, replySerial, parameters: [...settings.parameters.values()] }
    case MessageId.queryParameters:
      return { id: MessageId.parameters, replySerial, parameters: order.ids.flatMap((id) => settings.parameters.get(id) ?? []) }
    case MessageId.queryAttributes:
      return {
        ...{
          id: MessageId.attributes,
          terminalType: 7,
          manufacturer: 'HWSIM',
          model: 'HW-808',
          terminalId: around.terminalNo.slice(-7),
        },
        ...{
          iccid: around.terminalNo.padStart(20, '0'),
          hardwareVersion: '1.0',
          firmwareVersion: '8.08',
          gnss: 3,
          communication: 2,
        },
      }
    case MessageId.queryLocation:
      return { id: MessageId.queriedLocation, replySerial, location: around.locate() }
    case MessageId.takePicture:
      return order.channel <= around.cameras
        ? { id: MessageId.pictureTaken, replySerial, result: 0, mediaIds: [Math.floor(around.now / 1000)] }
        : { id: MessageId.pictureTaken, replySerial, result: noSuchChannel, mediaIds: [] }
    case MessageId.track:
      settings.tracking = order.intervalSeconds
        ? { intervalSeconds: order.intervalSeconds, until: around.now + order.validSeconds * 1000 }
        : undefined
      return reply(ReplyResult.ok)
    case MessageId.confirmAlarm:
      settings.confirmed = (settings.confirmed | (order.alarms & confirmable)) >>> 0
      return reply(ReplyResult.ok)
    default:
      return messageIdOf(order) === MessageId.terminalReply ? undefined : reply(ReplyResult.unsupported)
  }
}
