import { SimulatedVideoServer } from '@huanwei/fleet/video-server/video-server'
import { expect, test } from 'vitest'
import { outsideFetch, outsideStream } from '../../http/outside-fetch.ts'
import { serverAddresses, VideoServer } from './video-server.ts'

test.each([
  ['video.example.cn', 'http://video.example.cn:6605', 'http://video.example.cn:6604'],
  ['10.1.2.3:7605', 'http://10.1.2.3:7605', 'http://10.1.2.3:7604'],
  ['https://video.example.cn:16605/huayin/', 'https://video.example.cn:16605/huayin', 'https://video.example.cn:16604'],
  ['http://video.example.cn', 'http://video.example.cn', 'http://video.example.cn:6604'],
  ['http://video.example.cn:8088', 'http://video.example.cn:8088', 'http://video.example.cn:6604'],
])('of %s the calls go to %s, and pictures come from %s', (address, calls, pictures) => {
  expect(serverAddresses(address)).toEqual({ calls, pictures })
})

test.each(['', 'http://a:b@example.cn', 'ftp://x.cn', '::'])('%j is no address', (address) => {
  expect(serverAddresses(address)).toBeUndefined()
})

test('the session goes to no other host than the server’s', async () => {
  const remote = new SimulatedVideoServer({ account: 'monitor', password: 'secret', devices: [] })
  const port = await remote.listen()
  const stream = outsideStream(() => true)
  const access = { address: `127.0.0.1:${port}`, account: 'monitor', password: 'secret' }
  const server = new VideoServer(access, { fetch: outsideFetch(() => true), stream, streamPublic: stream })
  const file = { id: 'photo', did: 'A00013900', chn: 0, alarmType: 620, isVideo: false, time: 0, bytes: Buffer.from('photo') }
  remote.evidence.files.push(file)
  const open = (host: string) =>
    server.openDownload(`http://${host}:${port - 1}/3/5?DownType=3&FILE=photo`, AbortSignal.timeout(10_000))
  await expect(open('localhost')).rejects.toThrow()
  expect(remote.fetched).toEqual([{ hasSession: false, host: 'localhost' }])
  await open('127.0.0.1')
  expect(remote.fetched.at(-1)).toEqual({ hasSession: true, host: '127.0.0.1' })
  await remote.close()
})
