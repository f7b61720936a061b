import { checkToken } from '@huanwei/contract/session/endpoints'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import type { TextKey } from '@huanwei/words/messages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { languageOf } from '../http/language.ts'

/** Addresses of the demo in place of sites of others, which its menus lead to. Source: spec 1, section 2.5. */
export const standInPaths = {
  gpsUrl: '/open/stand-in/gps',
  evaluationUrl: '/open/stand-in/evaluation',
  feixiangUrl: '/open/stand-in/navigation',
} as const

const Arrival = z.object({ access_token: z.string().catch('') })
const Claims = z.object({ user_name: z.string(), tenant_id: z.number() })

/** Serves pages that stand in for the sites of others: each says what it is; the evaluation site asks who the token that it was given belongs to. */
export function standIns(app: FastifyInstance) {
  app.get(standInPaths.gpsUrl, (request, reply) => send(request, reply, 'gps', []))
  app.get(standInPaths.feixiangUrl, (request, reply) => send(request, reply, 'navigation', []))
  app.get(standInPaths.evaluationUrl, async (request, reply) => {
    const { access_token: token } = Arrival.parse(request.query)
    const answer = await app.inject({
      url: `${checkToken.path}?token=${encodeURIComponent(token)}`,
      headers: { authorization: clientAuthorization },
    })
    const { data: claims } = Claims.safeParse(answer.json())
    const visitor = claims
      ? app.say(request, 'pages:standIn.visitor', { name: claims.user_name, tenant: claims.tenant_id })
      : app.say(request, 'pages:standIn.nobody')
    return send(request, reply, 'evaluation', [visitor])
  })

  function send(request: FastifyRequest, reply: FastifyReply, site: 'gps' | 'evaluation' | 'navigation', facts: string[]) {
    const say = (key: TextKey) => escaped(app.say(request, key))
    const title = say(`pages:standIn.title.${site}`)
    const lines = [...facts.map(escaped), say(`pages:standIn.hint.${site}`)]
    return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${languageOf(request.headers)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
  body { margin: 0; font: 16px/1.6 system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; color-scheme: light dark }
  main { max-width: 32rem; padding: 1.5rem; text-align: center }
  h1 { font-size: 1.5rem; margin: 0 }
</style>
<main>
<h1>${title}</h1>
${lines.map((line) => `<p>${line}</p>`).join('\n')}
<p><a href="/jumpindex">${say('pages:standIn.back')}</a></p>
</main>
</html>
`)
  }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`)
