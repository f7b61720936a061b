import { setTimeout as sleep } from 'node:timers/promises'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import type { Bench } from '../kit/bench.ts'
import { sendRequests } from '../kit/http-load.ts'
import { repeat } from '../kit/repeat.ts'
import { addVehicles } from '../kit/seed.ts'
import { addLogIns, hashOf, refreshTokenOf, tokenOf } from '../kit/seed-log-ins.ts'
import { openSockets } from '../kit/stomp.ts'
import { count, ms, quantile, type Result } from '../kit/table.ts'

const sockets = 1500
/** Log-ins without a socket: one asks, one renews in a loop, the others are ended. */
const [asking, renewing, firstEnded] = [sockets, sockets + 10, sockets + 20]
const ended = 480
const eventsEveryMs = 250
const roundMs = 10_000
/** Rounds in turn without and with renewals, so that work that comes every half minute falls on both. */
const renewalRounds = 8
const renewalRoundMs = 5000
const longestStallMs = 50
const mostShare = 1.1

/** An event of each kind that makes the server look again at who may see what; `turn` counts up. */
const events: Record<string, (db: OwnedDatabase, turn: number) => Promise<unknown>> = {
  'a log-in ends': (db, turn) => db.owner.query('delete from sys_token where family = $1', [hashOf(tokenOf(firstEnded + turn))]),
  'a user is changed': (db, turn) => db.owner.query(`update sys_user set name = $1 where username = 'bench1'`, [`turn ${turn}`]),
  'a role is taken and given': (db, turn) =>
    turn % 2
      ? db.owner.query(
          `insert into sys_user_role select tenant_id, user_id, (${adminRole}) from sys_user where username = 'bench2' on conflict do nothing`,
        )
      : db.owner.query(`delete from sys_user_role where user_id = (select user_id from sys_user where username = 'bench2')`),
  'the role of all is changed': (db, turn) =>
    db.owner.query(`update sys_role set role_desc = $1 where role_id = (${adminRole})`, [`turn ${turn}`]),
  'the scope of all is changed': (db, turn) =>
    db.owner.query(`update sys_role set ds_type = $1 where role_id = (${adminRole})`, [turn % 2 ? 0 : 2]),
}
const adminRole = `select role_id from sys_user_role join sys_user using (tenant_id, user_id) where username = 'admin' limit 1`

/** Measures how long other calls wait for session events while many screens are open, and for one account that renews its tokens in a loop. */
export async function measureSessions(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('sessions')
  await addVehicles(db, 200, 20)
  await addLogIns(db, firstEnded + ended)
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
  await openSockets(bench, product.url, sockets)
  await sleep(5000)

  const headers = { authorization: `Bearer ${tokenOf(asking)}` }
  const ask = async (forMs = roundMs) => {
    const { times } = await sendRequests({
      url: product.url,
      path: () => '/admin/vehicle/page?size=20',
      headers,
      connections: 2,
      forMs,
      everyMs: 25,
    })
    return times
  }
  const results: Result[] = []
  const quiet = Math.max(...(await ask()))
  for (const [label, cause] of Object.entries(events)) {
    const causing = repeat((turn) => cause(db, turn), eventsEveryMs)
    const longest = Math.max(...(await ask()))
    const caused = await causing.stop()
    results.push({
      label: `Longest of ${count(roundMs / 12.5)} calls while ${label}, ${count(caused)} times in ${count(roundMs / 1000)} s, ${count(sockets)} sockets open`,
      measured: ms(longest),
      limit: `${ms(quiet)} without`,
      budget: `≤ ${longestStallMs} ms more`,
      met: longest - quiet <= longestStallMs,
    })
  }

  const before: number[] = []
  const during: number[] = []
  let renewals = 0
  const renew = renewer(product.url)
  for (let round = 0; round < renewalRounds; round++) {
    before.push(...(await ask(renewalRoundMs)))
    const renewingAlways = repeat(renew, 0)
    during.push(...(await ask(renewalRoundMs)))
    renewals += await renewingAlways.stop()
  }
  const [without, beside] = [quantile(before, 0.99), quantile(during, 0.99)]
  results.push({
    label: `p99 of ${count(during.length)} calls while one account asks for new tokens in a loop (${count((renewals / (renewalRounds * renewalRoundMs)) * 1000)} /s)`,
    measured: ms(beside),
    limit: `${ms(without)} without`,
    ratio: beside / without,
    budget: `≤ ${mostShare}`,
    met: beside / without <= mostShare,
  })
  return results
}

/** Renews a log-in with the newest token that it has; a refused renewal is tried again with the same one. */
function renewer(url: string) {
  let token = refreshTokenOf(renewing)
  return async () => {
    const reply = await fetch(`${url}/auth/oauth/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { authorization: clientAuthorization, 'tenant-id': '1', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ refresh_token: token }),
    })
    const answer: { refresh_token?: string } = await reply.json()
    if (!reply.ok && reply.status !== 429) throw new Error(`a renewal was answered with ${reply.status}`)
    token = answer.refresh_token ?? token
  }
}
