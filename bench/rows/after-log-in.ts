import type { Bench } from '../kit/bench.ts'
import { sendRequests } from '../kit/http-load.ts'
import { logIn } from '../kit/log-in.ts'
import { addVehicles } from '../kit/seed.ts'
import { count, median, ms, quantile, type Result } from '../kit/table.ts'

const connections = 8
const roundMs = 3000
const rounds = 4
/** The most that RuoYi-Vue or pig served of their menu on a machine like the one of the first figures, per second. */
const leastMenus = 970

/** Calls of a client right after its log-in, with the least rate per second that is asked for. */
const calls = [
  { path: '/admin/menu', least: leastMenus },
  { path: '/admin/user/info', least: undefined },
]

/** Measures how many people at once get what their client asks for after the log-in: the menu, and who they are. */
export async function measureAfterLogIn(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('after_log_in')
  await addVehicles(db, 200, 20)
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
  const { token } = await logIn(product.url)
  const headers = { authorization: `Bearer ${token}` }
  const results: Result[] = []
  for (const { path, least } of calls) {
    const ask = (forMs: number) => sendRequests({ url: product.url, path: () => path, headers, connections, forMs })
    await ask(1000)
    const asked = []
    for (let round = 0; round < rounds; round++) asked.push(await ask(roundMs))
    const rate = median(asked.map((one) => one.rate))
    const times = asked.flatMap((one) => one.times)
    results.push({
      label: `\`GET ${path}\`, ${connections} connections (median of ${rounds})`,
      measured: `${count(rate)} /s (median ${ms(median(times))}, p99 ${ms(quantile(times, 0.99))})`,
      ...(least && { budget: `≥ ${least} /s`, met: rate >= least }),
    })
  }
  return results
}
