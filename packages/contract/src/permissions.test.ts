import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { type MenuSeed, menuSeeds, platformSeeds } from './menus/codes.ts'
import { type Permission, permissions } from './permissions.ts'

const modules = import.meta.glob<Record<string, unknown>>('./*/endpoints.ts', { eager: true })
const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value
const endpoints = Object.values(modules).flatMap((module) => Object.values(module).filter(isEndpoint))

const apps = join(import.meta.dirname, '../../../apps')
const sources = globSync('{web,server}/src/**/*.{ts,tsx}', { cwd: apps, exclude: ['**/demo/**'] })
  .filter((path) => !/\.test(-kit)?\.tsx?$|test-/.test(path))
  .map((path) => readFileSync(join(apps, path), 'utf8'))

test('every permission is required by a call, or decides about a button or a part of an answer', () => {
  const asked = new Set<string>(endpoints.flatMap(({ access }) => (typeof access === 'object' ? access.permission : [])))
  expect(asked.size).toBeGreaterThan(50)
  const isNamed = (permission: string) => sources.some((text) => text.includes(`'${permission}'`))
  expect(permissions.filter((permission) => !asked.has(permission) && !isNamed(permission))).toEqual([])
})

test('the menu that the product brings holds every permission of the list, and no other', () => {
  const seeded = (seed: MenuSeed): string[] => [...(seed.permissions ?? []), ...(seed.children ?? []).flatMap(seeded)]
  expect([...menuSeeds, ...platformSeeds].flatMap(seeded).sort()).toEqual([...permissions].sort())
})

test('a misspelt permission does not compile', () => {
  // @ts-expect-error it is called violation_handle
  const misspelt: Permission = 'violation_handel'
  expect(permissions).not.toContain(misspelt)
})
