import { MessageId } from '@huanwei/terminal/messages/ids'
import { expect, test } from 'vitest'
import { connectTerminal } from './client.ts'
import { startPlatform } from './platform.test-kit.ts'

test('a client rejects unanswered requests, and all requests when the connection ends', async () => {
  const platform = await startPlatform()
  const client = await connectTerminal({ port: platform.port, terminalNo: '77', version: '2019', timeout: 50 })
  await client.enter()
  platform.rules.acknowledges = () => false
  await expect(client.ask({ id: MessageId.heartbeat })).rejects.toThrow('no answer within 50 ms')
  const answer = client.ask({ id: MessageId.heartbeat })
  platform.cut()
  await expect(answer).rejects.toThrow(/closed|ECONNRESET/)
  await client.closed
  await platform.close()
  await expect(connectTerminal({ port: platform.port, terminalNo: '77' })).rejects.toThrow('ECONNREFUSED')
})
