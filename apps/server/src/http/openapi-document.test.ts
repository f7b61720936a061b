import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../test-kit.ts'
import { readContractNames } from './contract-names.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let document: string
const dir = mkdtempSync(join(tmpdir(), 'huanwei-openapi-'))
beforeAll(async () => {
  server = await startTestServer()
  document = (await server.app.inject('/docs/json')).body
})
afterAll(async () => {
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})

test('every call is named as the contract exports it', async () => {
  const { calls } = await readContractNames()
  expect(server.app.endpoints.filter((one) => !calls.has(one)).map(({ method, path }) => `${method} ${path}`)).toEqual([])
  const ids = [...document.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toHaveLength(server.app.endpoints.length)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the document keeps every recommended rule of its linter', async () => {
  const problems = await lintFromString({ source: document, config: await createConfig({ extends: ['recommended'] }) })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
})

test('a generator makes a typed client of it that compiles', async () => {
  const { files } = await generateApi({
    spec: JSON.parse(document),
    output: false,
    fileName: 'client.ts',
    httpClientType: 'fetch',
    silent: true,
  })
  for (const { fileName, fileExtension, fileContent } of files)
    writeFileSync(join(dir, `${fileName}${fileExtension}`), fileContent)
  writeFileSync(
    join(dir, 'use.ts'),
    `import { Api, type Vehicle } from './client'
     export const plates = async (api: Api<unknown>): Promise<Vehicle['plateNumber'][]> =>
       (await api.admin.listVehicles({ deptId: 1, size: 100 })).data.data.records.map(({ plateNumber }) => plateNumber)`,
  )
  const strict = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--target',
    'es2022',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--types',
    '',
  ]
  const tsc = spawnSync(join(import.meta.dirname, '../../../../node_modules/.bin/tsc'), [...strict, join(dir, 'use.ts')], {
    encoding: 'utf8',
  })
  expect(tsc.stdout + tsc.stderr).toBe('')
})
