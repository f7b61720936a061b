import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { readContractNames } from './contract-names.ts'
import { openApi } from './openapi.ts'

/**
 * Serves the OpenAPI document of the app's calls, and pages to read it, under /docs. Registered last. The document is built when it is
 * first asked for: converting every call takes longer than the rest of a start. In production it needs a token.
 */
export async function documentation(app: FastifyInstance, version: string, { isProduction }: { isProduction: boolean }) {
  let document: object | undefined
  await app.register(async (scope) => {
    if (isProduction)
      scope.addHook('onRequest', async (request) => {
        await app.authenticate(request)
      })
    scope.addHook('onRequest', async () => {
      document ??= openApi(app.endpoints, version, await readContractNames())
    })
    // The plugin of the pages asks for this one, which would want the document now.
    const empty = { openapi: '3.1.0', info: { title: 'Huanwei', version }, paths: {} }
    await scope.register(swagger, { mode: 'static', specification: { document: empty } })
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      transformSpecification: () => ({ ...document }),
      transformSpecificationClone: false,
    })
  })
}
