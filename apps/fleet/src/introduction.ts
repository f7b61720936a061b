import { MessageId } from '@huanwei/terminal/ids'
import type { Message } from '@huanwei/terminal/message'
import type { Identity } from './link.ts'
import type { Carrier } from './location.ts'

/** The first message of a connection: the code of the registration, or a registration while there is none. Source: spec 4, IV.2. */
export function introduction(
  { plate, plateColour }: Pick<Carrier, 'plate' | 'plateColour'>,
  identity: Identity,
  code: string | undefined,
): Message {
  const { terminalNo, version2019 } = identity
  if (code === undefined)
    return {
      ...{ id: MessageId.register, provinceId: 51, cityId: 100, manufacturer: 'HWSIM', model: 'HW-808' },
      ...{ terminalId: terminalNo.slice(-7), plateColour, plate },
    }
  return {
    ...{ id: MessageId.authenticate, authCode: code },
    ...(version2019 && { imei: terminalNo.padStart(15, '8'), softwareVersion: '8.08' }),
  }
}
