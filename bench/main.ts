import { buildWeb } from '../tools/build-web.ts'
import type { Measurement } from './kit/bench.ts'
import { startCluster } from './kit/cluster.ts'
import { describeMachine, describeMoment } from './kit/machine.ts'
import { writeResults } from './kit/results-file.ts'
import { markdownTable } from './kit/table.ts'
import { measureAfterLogIn } from './rows/after-log-in.ts'
import { measureBoardMap } from './rows/boards/board-map.ts'
import { measureBoardPaint } from './rows/boards/board-paint.ts'
import { measureBoardScreens } from './rows/boards/board-screens.ts'
import { measureBoardWeek } from './rows/boards/board-week.ts'
import { measureBrowser } from './rows/browser.ts'
import { measureChanges } from './rows/changes.ts'
import { measureStream } from './rows/cluster/stream.ts'
import { measureTakeover } from './rows/cluster/takeover.ts'
import { measureEmergencies } from './rows/emergencies.ts'
import { measureExport } from './rows/export.ts'
import { measureHistory } from './rows/history.ts'
import { measureLargeReport } from './rows/large-report.ts'
import { measureLatency } from './rows/latency.ts'
import { measureList } from './rows/list.ts'
import { measureLocks } from './rows/locks.ts'
import { measureMap } from './rows/map.ts'
import { measureNoun } from './rows/nouns.ts'
import { measureOutgoingKills } from './rows/outgoing/kills.ts'
import { measurePeople } from './rows/people.ts'
import { measurePictures } from './rows/pictures.ts'
import { measurePositions } from './rows/positions.ts'
import { measureQueue } from './rows/queues.ts'
import { measureSessions } from './rows/sessions.ts'
import { measureMemory, measureStart } from './rows/start.ts'
import { measureStops } from './rows/stops.ts'
import { measureTabs } from './rows/tabs.ts'
import { measureTree } from './rows/tree.ts'
import { measureTreeBrowser } from './rows/tree-browser.ts'
import { measureFirstPicture } from './rows/video/first-picture.ts'
import { measureRelay } from './rows/video/relay.ts'
import { measureWall } from './rows/video/wall.ts'
import { measureSpeeches } from './rows/voice/speeches.ts'

/** Measurements by their name on the command line, in the order of `RESULTS.md`, where `title` heads their section. */
const rows: Record<string, { title: string; measure: Measurement }> = {
  positions: { title: 'The way of a position', measure: measurePositions },
  stream: { title: 'The way of a position through NATS', measure: measureStream },
  takeover: { title: 'When a part of a cluster ends', measure: measureTakeover },
  latency: { title: 'From the terminal to the screen', measure: measureLatency },
  emergencies: { title: 'From a call for help to the screens', measure: measureEmergencies },
  list: { title: 'Pages of a list', measure: measureList },
  approvals: { title: 'Pages of applications', measure: measureQueue('approvals') },
  inspections: { title: 'Pages of inspections', measure: measureQueue('inspections') },
  complaints: { title: 'Pages of public events', measure: measureQueue('complaints') },
  cleaning: { title: 'Pages of cleaning reports', measure: measureQueue('cleaning') },
  users: { title: 'Pages of users', measure: measureNoun('users') },
  vehicles: { title: 'Pages of vehicles', measure: measureNoun('vehicles') },
  facilities: { title: 'Pages of facilities', measure: measureNoun('facilities') },
  cans: { title: 'Pages of garbage cans', measure: measureNoun('cans') },
  areas: { title: 'Pages of areas', measure: measureNoun('areas') },
  terminals: { title: 'Pages of terminals', measure: measureNoun('terminals') },
  boxes: { title: 'Pages of boxes', measure: measureNoun('boxes') },
  projects: { title: 'Pages of projects', measure: measureNoun('projects') },
  tokens: { title: 'Pages of log-ins in force', measure: measureNoun('tokens') },
  photos: { title: 'Pages of the pictures of a terminal', measure: measureNoun('photos') },
  recordings: { title: 'Pages of recordings', measure: measureNoun('recordings') },
  connections: { title: 'Pages of the connections of a terminal', measure: measureNoun('connections') },
  fixes: { title: 'Pages of the positions of a vehicle', measure: measureNoun('fixes') },
  logs: { title: 'Pages of the operation log', measure: measureNoun('logs') },
  'log-ins': { title: 'Pages of the log of log-ins', measure: measureNoun('log-ins') },
  attendance: { title: 'Pages of days of attendance', measure: measureNoun('attendance') },
  files: { title: 'Pages of files', measure: measureNoun('files') },
  violations: { title: 'Pages of violations', measure: measureNoun('violations') },
  cells: { title: 'Pages of the rows of a figure', measure: measureNoun('cells') },
  reminders: { title: 'Pages of reminders', measure: measureNoun('reminders') },
  roles: { title: 'Pages of roles', measure: measureNoun('roles') },
  adjustments: { title: 'Pages of adjustments', measure: measureNoun('adjustments') },
  reports: { title: 'Pages of reports', measure: measureNoun('reports') },
  'calls-for-help': { title: 'Pages of calls for help', measure: measureNoun('emergencies') },
  sms: { title: 'Pages of text messages', measure: measureNoun('sms') },
  'task-plans': { title: 'Pages of task plans', measure: measureNoun('task-plans') },
  'work-plans': { title: 'Pages of job plans', measure: measureNoun('work-plans') },
  'work-tasks': { title: 'Pages of the tasks of a day', measure: measureNoun('work-tasks') },
  export: { title: 'Export', measure: measureExport },
  'large-report': { title: 'A large report', measure: measureLargeReport },
  history: { title: 'History', measure: measureHistory },
  stops: { title: 'Stops', measure: measureStops },
  locks: { title: 'Locks and open screens', measure: measureLocks },
  changes: { title: 'One row changed in a large organisation', measure: measureChanges },
  people: { title: 'A million people', measure: measurePeople },
  sessions: { title: 'Session events and open screens', measure: measureSessions },
  'after-log-in': { title: 'After the log-in', measure: measureAfterLogIn },
  pictures: { title: 'Pictures from strangers', measure: measurePictures },
  'first-picture': { title: 'From the click to the picture', measure: measureFirstPicture },
  relay: { title: 'Pictures of cameras to their viewers', measure: measureRelay },
  wall: { title: 'A wall of live pictures that stands for an hour', measure: measureWall },
  'outgoing-kills': { title: 'Events for other systems', measure: measureOutgoingKills },
  speeches: { title: 'From mouth to ear', measure: measureSpeeches },
  'board-paint': { title: 'The first picture of a board', measure: measureBoardPaint },
  'board-map': { title: 'The map of a board', measure: measureBoardMap },
  'board-screens': { title: 'Screens of boards', measure: measureBoardScreens },
  'board-week': { title: 'A board that stands for a week', measure: measureBoardWeek },
  tree: { title: 'Trees', measure: measureTree },
  'tree-browser': { title: 'Trees in the browser', measure: measureTreeBrowser },
  map: { title: 'Map in the browser', measure: measureMap },
  start: { title: 'Start', measure: measureStart },
  memory: { title: 'Memory', measure: measureMemory },
  browser: { title: 'In the browser', measure: measureBrowser },
  tabs: { title: 'Tabs', measure: measureTabs },
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in rows))
if (unknown.length) {
  console.error(`no such row: ${unknown.join()}; there are ${Object.keys(rows).join(', ')}`)
  process.exit(1)
}

buildWeb()
const cluster = await startCluster()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    void cluster.stop().finally(() => process.exit(130))
  })
const sections = new Map<string, string>()
let failures = 0
try {
  for (const [name, { title, measure }] of Object.entries(rows)) {
    if (names.length && !names.includes(name)) continue
    const moment = describeMoment()
    try {
      const table = markdownTable(await cluster.run(measure, (line) => console.log(`· ${name}: ${line}`)))
      sections.set(title, `${moment}\n\n${table}`)
      console.log(`\n${table}\n`)
    } catch (error) {
      failures++
      console.error(`✗ ${name}:`, error)
    }
  }
} finally {
  await cluster.stop()
}
writeResults(
  describeMachine(cluster.version),
  Object.values(rows).map(({ title }) => title),
  sections,
)
console.log('written to bench/RESULTS.md')
process.exitCode = failures ? 1 : 0
