import { expect, test } from 'vitest'
import { serverAddresses } from './video-server.ts'

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
