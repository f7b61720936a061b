import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '@huanwei/server/config'
import { expect, test } from 'vitest'
import { browsers } from '../apps/web/browsers.ts'
import { root } from './build-web.ts'

const readme = readFileSync(join(root, 'README.md'), 'utf8')

test('the README has every setting as the product knows it, and no other', () => {
  const known = Object.entries(settings).map(([name, { default: value, meaning }]) => `| \`${name}\` | ${value} | ${meaning} |`)
  const written = readme.split('## Settings')[1]?.match(/^\| `.*\|$/gm)
  expect(written).toEqual(known)
})

test('every file the README names is there', () => {
  const links = [...readme.matchAll(/(?:\]\(|src=")(?!http)([^)"]+)/g)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(4)
  expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the README names the oldest browsers that the web app is built for', () => {
  const named = browsers.map((browser) => browser.replace(/\d/, ' $&'))
  const written = readme.toLowerCase().split('the oldest browsers')[1]
  expect(named.filter((name) => !written?.includes(name))).toEqual([])
})
