import { expect, test } from 'vitest'
import { isOwnPath, outsideOrigin, outsideUrl, videoServerUrl } from './rules.ts'

test.each([
  ['https://example.cn', 'https://example.cn'],
  [' https://Example.CN:8443/path?x=1 ', 'https://example.cn:8443'],
  ['http://localhost:9000', 'http://localhost:9000'],
  ['http://gps.localhost', 'http://gps.localhost'],
  ['http://example.cn', 'http://example.cn'],
  ['http://10.0.0.7:8088/gps', 'http://10.0.0.7:8088'],
  ['ftp://example.cn', undefined],
  ['https://user:secret@example.cn', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['//example.cn', undefined],
  ['https://example.cn; script-src *', undefined],
  ['*', undefined],
  ['https://x;sandbox', undefined],
  ['https://*.example', undefined],
  ["https://'none'", undefined],
  ['https://例子.cn', 'https://xn--fsqu00a.cn'],
  ['https://[2001:db8::1]:8443/x', 'https://[2001:db8::1]:8443'],
  ['', undefined],
])('the origin of %j is %j', (text, origin) => {
  expect(outsideOrigin(text)).toBe(origin)
})

test('an address keeps its path', () => {
  expect(outsideUrl('https://example.cn/gps?a=1')?.href).toBe('https://example.cn/gps?a=1')
})

test.each([
  ['video.example.cn', 'http://video.example.cn:6605/'],
  ['10.1.2.3:7605', 'http://10.1.2.3:7605/'],
  ['https://video.example.cn/huayin', 'https://video.example.cn/huayin'],
  ['', undefined],
  ['ftp://video.example.cn', undefined],
  ['http://a:b@video.example.cn', undefined],
])('the video server %j is at %j', (text, address) => {
  expect(videoServerUrl(text)?.href).toBe(address)
})

test('a path of this installation leads nowhere else', () => {
  expect(['/open/stand-in/gps', '/jumpindex'].every(isOwnPath)).toBe(true)
  const others = ['', '/', '//example.cn', '/\\example.cn', '/a/../b', '/a//b', '/a?b', 'a', '/javascript:alert(1)', '/a\n']
  expect(others.filter(isOwnPath)).toEqual([])
})
