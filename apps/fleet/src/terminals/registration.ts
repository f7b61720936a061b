import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import type { Carrier } from '../carrier.ts'
import type { Identity } from './connection.ts'

/**
 * The first message of a connection: an authentication with the code of an earlier registration, or a registration without one.
 * Source: spec 4, IV.2.
 */
export function registrationOrAuthentication(
  { plate, plateColour }: Pick<Carrier, 'plate' | 'plateColour'>,
  identity: Identity,
  code: string | undefined,
): Message {
  const { terminalNo, version2019 } = identity
  if (code === undefined)
    return {
      id: MessageId.register,
      provinceId: 51,
      cityId: 100,
      manufacturer: 'HWSIM',
      model: 'HW-808',
      terminalId: terminalNo.slice(-7),
      plateColour,
      plate,
    }
  return {
    id: MessageId.authenticate,
    authCode: code,
    ...(version2019 && { imei: terminalNo.padStart(15, '8'), softwareVersion: '8.08' }),
  }
}
