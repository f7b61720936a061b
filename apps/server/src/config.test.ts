import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const own = { DATABASE_URL: 'postgres://db.internal/huanwei' }

test('on this machine the demo starts with what everybody knows', () => {
  for (const HOST of ['127.0.0.1', 'localhost', '::1'])
    expect(readConfig({ HOST })).toMatchObject({
      isProduction: false,
      DEMO: true,
      PASSWORD_KEY: ['pigxpigxpigxpigx', 'thanks,pig4cloud'],
    })
})

test.each([
  [{ HOST: '0.0.0.0' }, /^DEMO_PASSWORD: the accounts of the demo need/],
  [{ HOST: '192.168.1.5', DEMO_PASSWORD: '123456' }, /^DEMO_PASSWORD: .* at least 8 characters/],
  [{ HOST: '0.0.0.0', DEMO_PASSWORD: 'huanwei123' }, /^DEMO_PASSWORD: .* too common/],
  [{ ...own, DEMO: 'on' }, /^DEMO_PASSWORD: /],
  [{ ...own, PASSWORD_KEY: 'pigxpigxpigxpigx' }, /^PASSWORD_KEY: everybody knows pigxpigxpigxpigx/],
  [{ ...own, PASSWORD_KEY: 'a-key-of-our-own thanks,pig4cloud' }, /^PASSWORD_KEY: everybody knows thanks,pig4cloud/],
])('where others reach it, %j does not start', (settings, reason) => {
  expect(() => readConfig(settings)).toThrow(reason)
})

test('where others reach it, it starts with secrets of its own, or without', () => {
  expect(readConfig(own)).toMatchObject({ isProduction: true, DEMO: false, PASSWORD_KEY: [] })
  expect(readConfig({ HOST: '0.0.0.0', DEMO_PASSWORD: 'broom-and-cart' })).toMatchObject({ isProduction: true, DEMO: true })
})

test('the operator has the address of HOST, unless HEALTH_HOST names another', () => {
  expect(readConfig({ ...own, HOST: '0.0.0.0' })).toMatchObject({ HEALTH_HOST: '0.0.0.0' })
  expect(readConfig({ ...own, HOST: '0.0.0.0', HEALTH_HOST: '10.0.0.11' })).toMatchObject({ HEALTH_HOST: '10.0.0.11' })
})

test('keys of passwords stand with spaces between, four of 16 characters at most', () => {
  expect(readConfig({ ...own, PASSWORD_KEY: 'a-key-of-our-own  another,key-,166' }).PASSWORD_KEY).toEqual([
    'a-key-of-our-own',
    'another,key-,166',
  ])
  for (const PASSWORD_KEY of ['short', '环卫环卫环卫环卫环卫环卫环卫环卫', Array(5).fill('a-key-of-our-own').join(' ')])
    expect(() => readConfig({ ...own, PASSWORD_KEY })).toThrow(/^PASSWORD_KEY: /)
})

test('a setting can be in a file that its name with _FILE names, once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'huanwei-settings-'))
  const file = join(folder, 'url')
  writeFileSync(file, `${own.DATABASE_URL}\n`)
  expect(readConfig({ DATABASE_URL_FILE: file })).toMatchObject(own)
  expect(() => readConfig({ ...own, DATABASE_URL_FILE: file })).toThrow(/^DATABASE_URL: given twice/)
  rmSync(folder, { recursive: true })
  expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(/^DATABASE_URL_FILE: ENOENT/)
})
