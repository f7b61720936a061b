import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@huanwei/server/db/connect'
import { ask } from './http-load.ts'
import { logIn, type Measure, timed } from './kit.ts'
import { count, type Line, median, ms, quantile } from './lines.ts'
import { startLoad } from './load.ts'
import { addVehicles } from './seed.ts'
import { addEvents, addPeople, giveScope, type Queue } from './seed-queues.ts'

const events = 1_000_000
const departments = 200
const people = 2000
const frames = { rate: 1000, terminals: 1000 }
const longestMs = 50
/** A round is no shorter, and has no fewer pages: the p99 of fewer is the slowest of all. */
const roundMs = 2000
const fewestPages = 250

type Names = { team: number; company: number; person: number; facility: number; code: string }
type Asked = [what: string, query: string]

/** What people narrow a queue by, beside its departments and days: the list of all events, and that of what was pushed to them. */
const asked: Record<
  Queue,
  {
    what: string
    list: string
    table: string
    time: string
    msgType?: string
    all(names: Names): Asked[]
    pushed(names: Names): Asked[]
  }
> = {
  approvals: {
    what: 'applications',
    list: '/admin/applyForRecord/page',
    table: 'apply_for_record',
    time: 'create_time',
    msgType: '4',
    all: ({ person }) => [
      ['pending', 'status=1'],
      ['approved', 'status=2'],
      ['of one person', `objectId=${person}`],
      ['submitted by one person', `submittedBy=${person}`],
      ['my own', 'mine=true'],
    ],
    pushed: ({ person }) => [
      ['pending', 'status=1'],
      ['approved', 'status=2'],
      ['of one person', `objectId=${person}`],
      ['submitted by one person', `submittedBy=${person}`],
    ],
  },
  inspections: {
    what: 'inspections',
    list: '/admin/inspectEvent/page',
    table: 'inspect_event',
    time: 'create_time',
    msgType: '3',
    all: ({ person }) => inspectionTabs(person),
    pushed: ({ person }) => inspectionTabs(person),
  },
  complaints: {
    what: 'public events',
    list: '/admin/wcComplaint/page',
    table: 'wc_complaint',
    time: 'event_time',
    msgType: '5',
    all: ({ facility }) => [
      ['that wait', 'status=1'],
      ['answered', 'status=2'],
      ['that are feedback', 'eventType=1'],
      ['of one facility', `objectId=${facility}`],
    ],
    pushed: ({ facility }) => [
      ['that wait', 'status=1'],
      ['answered', 'status=2'],
      ['that are feedback', 'complaintRecommendationEventType=1'],
      ['of one facility', `objectId=${facility}`],
    ],
  },
  cleaning: {
    what: 'cleaning reports',
    list: '/admin/wcReportToClean/page',
    table: 'wc_report_to_clean',
    time: 'report_time',
    all: ({ person, facility, code }) => [
      ['assigned', 'status=1'],
      ['not over', 'over=false'],
      ['over', 'over=true'],
      ['that are repairs', 'type=2'],
      ['of one facility', `facilityId=${facility}`],
      ['assigned to one person', `assigneeId=${person}`],
      ['of one code', `code=${code}`],
      ['of the codes of one day', `code=${code.slice(0, 10)}`],
    ],
    pushed: () => [],
  },
}
const inspectionTabs = (person: number): Asked[] => [
  ['pending feedback', 'status=1'],
  ['feedback given', 'status=2'],
  ['returned', 'ifReturn=1'],
  ['closed', 'status=3'],
  ['reported by one person', `reportPersonId=${person}`],
  ['one person answers for', `responsibleId=${person}`],
  ['oldest first', 'ascs=createTime'],
]

/** Pages of a queue of a million: each filter one at a time, deep, for somebody who sees one team, and all of them while terminals report. */
export const measureQueue =
  (queue: Queue): Measure =>
  async (bench) => {
    const { what, list, table, time, msgType, all, pushed } = asked[queue]
    const { url, db } = await bench.database(queue)
    await addVehicles(db, 5000, departments)
    await addPeople(db, people)
    const product = await bench.product({ DATABASE_URL: url, DEMO: 'off' })
    const { token, userId } = await logIn(product.url)
    bench.say(`storing ${count(events)} ${what}`)
    await addEvents(db, queue, events, userId)
    const names = await findNames(db)
    await giveScope(db, 'person0')
    const scoped = await logIn(product.url, 'person0')

    const common: Asked[] = [
      ['newest', ''],
      ['of one team', `deptId=${names.team}`],
      ['of one company with its teams', `deptId=${names.company}`],
      ['of seven days, three months ago', days(97, 90)],
      ['of one company in 70 days', `deptId=${names.company}&${days(90, 20)}`],
    ]
    const deep: Asked[] = [
      ['page 1 000', 'current=1000'],
      ['page 25 000, the middle', 'current=25000'],
      ['page 50 000, the last', 'current=50000'],
    ]
    const ofAll = { of: `All ${what}`, path: `${list}?`, token, queries: [...common, ...all(names)], bare: bareList(table, time) }
    const ofTeam = {
      of: `All ${what} that a team sees`,
      path: ofAll.path,
      token: scoped.token,
      queries: ofAll.queries.slice(0, 1),
      bare: undefined,
    }
    const ofOne = {
      ...{
        of: `${capital(what)} pushed to one person`,
        path: `/admin/msgPush/page?msgType=${msgType}&pushObjectId=${userId}&`,
        token,
      },
      ...{ queries: [...common, ...pushed(names)], bare: barePushes(userId, msgType) },
    }
    const lists = msgType ? [ofAll, ofTeam, ofOne] : [ofAll, ofTeam]
    const lines: Line[] = []
    const pages = async (
      of: string,
      path: string,
      as: string,
      { alone, isDeep }: { alone?: number | undefined; isDeep?: boolean } = {},
    ) => {
      const headers = { authorization: `Bearer ${as}` }
      const plan = { url: product.url, path: () => path, headers, connections: 1 }
      const first = await ask({ ...plan, forMs: 100 })
      const { times } = await ask({ ...plan, forMs: Math.max(roundMs, fewestPages * median(first.times)) })
      const p99 = quantile(times, 0.99)
      lines.push({
        ...{ what: `${of}, one at a time`, measured: `median ${ms(median(times))}, p99 ${ms(p99)}` },
        ...(alone && { ratio: median(times) / alone, limit: `${ms(alone)} pg alone` }),
        ...(!isDeep && { budget: `≤ ${longestMs} ms`, met: p99 <= longestMs }),
      })
    }
    bench.say('asking for pages')
    for (const { of, path, token: as, queries, bare } of lists) {
      const alone = bare ? await timeAlone(db, bare) : undefined
      for (const [i, [narrowed, query]] of queries.entries())
        await pages(
          `${i ? '…' : `${of}, 20 of ${count(events)}:`} ${narrowed}`,
          `${path}size=20&${query}`,
          as,
          i ? {} : { alone },
        )
      if (as === token)
        for (const [page, query] of deep) await pages(`… ${page}`, `${path}size=20&${query}`, as, { isDeep: true })
    }

    bench.say(`asking while ${count(frames.rate)} frames/s come in`)
    const paths = lists.flatMap(({ path, token: as, queries }) =>
      as === token ? queries.map(([, query]) => `${path}size=20&${query}`) : [],
    )
    const load = await startLoad(bench, { db, port: product.terminalPort, ...frames, seconds: 20 })
    await sleep(1000)
    let turn = 0
    const { times, rate } = await ask({
      ...{ url: product.url, headers: { authorization: `Bearer ${token}` }, connections: 8, forMs: 12_000, everyMs: 200 },
      path: () => paths[turn++ % paths.length]!,
    })
    const arrived = await load.finished
    const p99 = quantile(times, 0.99)
    lines.push({
      what: `All these first pages in turn, ${count(rate)} /s, while ${count(arrived.rate)} frames/s come in: p99`,
      measured: `${ms(p99)} (median ${ms(median(times))})`,
      ...{ budget: `≤ ${longestMs} ms`, met: p99 <= longestMs },
    })
    return lines
  }

/** The newest page and the total of the same lists, without the product. */
const bareList = (table: string, time: string) => `
  select * from ${table} where tenant_id = 1 order by ${time} desc, id desc limit 20;
  select sum(total) from event_tally where tenant_id = 1 and list = '${table}';`
const barePushes = (userId: number, msgType = '') => `
  select * from msg_push where tenant_id = 1 and push_object_id = ${userId} and msg_type = '${msgType}' order by create_time desc, id desc limit 20;
  select sum(total) from msg_push_tally where tenant_id = 1 and push_object_id = ${userId} and msg_type = '${msgType}';`

/** The median time of so many reads by one connection under the same row-level security, ms. */
async function timeAlone({ owner }: Database, text: string) {
  const client = await owner.connect()
  try {
    const times: number[] = []
    for (let n = 0; n < 50; n++)
      times.push(
        await timed(() => client.query(`begin; set local role huanwei_app; set local huanwei.tenant = '1'; ${text} commit`)),
      )
    return median(times)
  } finally {
    client.release()
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const days = (from: number, to: number) =>
  `startTime=${encodeURIComponent(`${day(from)} 00:00:00`)}&endTime=${encodeURIComponent(`${day(to)} 23:59:59`)}`

/** What there is to narrow a queue by. */
async function findNames({ owner }: Database): Promise<Names> {
  const { rows } = await owner.query<Names>(`
    select (select dept_id from vehicle order by id limit 1) as team, (select dept_id from sys_dept where name = '环卫公司1') as company,
      (select user_id from sys_user where username = 'person77') as person, (select id from facility order by id limit 1) as facility,
      (select coalesce((select code from wc_report_to_clean where id = 500000), '')) as code`)
  return rows[0]!
}
