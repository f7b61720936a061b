import { ObjectType } from '@huanwei/contract/objects'
import { minuteMs } from '@huanwei/contract/time'
import type { JobType } from '@huanwei/contract/work/codes'
import { visitRadius, visitSeconds, walkingSpeed, workingSpeed } from '@huanwei/contract/work/rules'
import { markFirst, markLast, markOf, timeOfMark } from './marks.ts'
import type { Layout, PlanePoint } from './pieces.ts'
import type { CrewType } from './table.ts'

/** A located fix: epoch ms, degrees WGS-84, km/h; `isOn` when the implement is at work. */
export type WorkFix = { time: number; lng: number; lat: number; speed: number; isOn: boolean }

/** Between two fixes further apart the way is not known, ms; standing, they may be this far apart. */
const longestStepMs = 90_000
const longestStandMs = 30 * minuteMs
/** m */
const longestStep = 500
/** Cosine of the largest angle between the way and a road that is worked along: 40°. */
const leastCosine = Math.cos((40 * Math.PI) / 180)

/** A fix has its effect with those of this time before it, ms: to go on counting, read that many again. */
export const lookBackMs = 2 * visitSeconds * 1000

/** Speeds, km/h, between which is worked; below which one stands; and of the fastest way between two fixes that counts. */
export type Pace = { least: number; most: number; standing: number; fastest: number }

export const paceOf = (objectType: CrewType, jobType: JobType): Pace =>
  objectType === ObjectType.person
    ? { ...walkingSpeed, standing: 2, fastest: walkingSpeed.most }
    : { ...workingSpeed[jobType], standing: 5, fastest: 120 }

type Placed = WorkFix & PlanePoint

/** Marks of a task: of each piece of its roads and of each stop the first, of each stop also the last. */
export type Marks = { pieces: Uint16Array; stops: Uint16Array; leaves: Uint16Array }
/** Since when a terminal has stood at each stop, epoch ms; undefined where it does not. */
export type Since = (number | undefined)[]
type Window = { start: number; end: number }

/**
 * Marks what fixes of one terminal in order of time worked and visited. Two neighbours decide about the way between them alone, and marks keep the
 * first time, of stops the last one too: the same fixes give the same marks, at once or in parts that overlap by `lookBackMs` and hand on `since`.
 * Pure but for `marks` and `since`.
 */
export function measure(pace: Pace, layout: Layout, window: Window, fixes: readonly WorkFix[], marks: Marks, since: Since = []) {
  let last: Placed | undefined
  for (const fix of fixes) {
    const placed = { ...fix, ...layout.toPlane(fix.lng, fix.lat) }
    if (last && isWorking(pace, last) && isWorking(pace, placed)) markWay(pace, layout, window, last, placed, marks.pieces)
    markStops(pace, layout, window, last, placed, since, marks)
    last = placed
  }
}

const isWorking = ({ least, most }: Pace, { isOn, speed }: Placed) => isOn && speed >= least && speed <= most

function markWay(pace: Pace, layout: Layout, { start }: Window, a: Placed, b: Placed, marks: Uint16Array) {
  for (const i of piecesWorked(pace, layout, a, b)) markFirst(marks, i, markOf(b.time, start))
}

/** Numbers of the pieces of roads that the way between two working neighbours works. */
function* piecesWorked({ fastest }: Pace, { pieces, piecesNear }: Layout, a: Placed, b: Placed) {
  const [wx, wy] = [b.x - a.x, b.y - a.y]
  const metres = Math.hypot(wx, wy)
  const step = b.time - a.time
  if (metres < 1 || metres > longestStep || step > longestStepMs || metres > (fastest / 3600) * step + visitRadius) return
  for (const i of piecesNear(a, b)) {
    const { x, y, dx, dy, reach } = pieces[i]!
    if (Math.abs(wx * dx + wy * dy) < leastCosine * metres) continue
    const part = Math.max(0, Math.min(1, ((x - a.x) * wx + (y - a.y) * wy) / metres ** 2))
    if (Math.hypot(x - a.x - part * wx, y - a.y - part * wy) <= reach) yield i
  }
}

/** Times between neighbouring fixes of one terminal in which a road was worked, or a stop visited, in order; they may touch. */
export function timesAtWork(pace: Pace, layout: Layout, fixes: readonly WorkFix[]): { from: number; to: number }[] {
  const times: { from: number; to: number }[] = []
  const since: Since = []
  let last: Placed | undefined
  for (const fix of fixes) {
    const placed = { ...fix, ...layout.toPlane(fix.lng, fix.lat) }
    const isWay =
      last && isWorking(pace, last) && isWorking(pace, placed) && !piecesWorked(pace, layout, last, placed).next().done
    if (last && isWay) times.push({ from: last.time, to: fix.time })
    for (const { from } of visitsAt(pace, layout, last, placed, since)) times.push({ from, to: fix.time })
    last = placed
  }
  return times
}

function markStops(
  pace: Pace,
  layout: Layout,
  { start }: Window,
  last: Placed | undefined,
  fix: Placed,
  since: Since,
  marks: Pick<Marks, 'stops' | 'leaves'>,
) {
  for (const { stop, from } of visitsAt(pace, layout, last, fix, since)) {
    markFirst(marks.stops, stop, markOf(from, start))
    markLast(marks.leaves, stop, markOf(fix.time, start))
  }
}

/** Stops that are being visited at a fix, each with when the visit began. `since`: when the terminal came to stand at each stop. */
function* visitsAt({ standing }: Pace, { stops }: Layout, last: Placed | undefined, fix: Placed, since: Since) {
  const isSilent = last !== undefined && fix.time - last.time > longestStandMs
  for (let i = 0; i < stops.length; i++) {
    const isThere = fix.speed < standing && Math.hypot(fix.x - stops[i]!.x, fix.y - stops[i]!.y) <= visitRadius
    if (!isThere) since[i] = undefined
    else if (isSilent) since[i] = fix.time
    else since[i] ??= fix.time
    const from = since[i]
    if (from !== undefined && fix.time - from >= visitSeconds * 1000) yield { stop: i, from }
  }
}

/** The figures of a task by its marks; times epoch ms. */
export function figuresOf(layout: Layout, goal: number, start: number, { pieces, stops }: Omit<Marks, 'leaves'>) {
  const planned = layout.pieces.reduce((sum, { metres }) => sum + metres, 0)
  const worked = layout.pieces
    .map(({ metres }, i) => ({ metres, mark: pieces[i]! }))
    .filter(({ mark }) => mark > 0)
    .sort((a, b) => a.mark - b.mark)
  const workedMetres = worked.reduce((sum, { metres }) => sum + metres, 0)
  const visits = [...stops].filter((mark) => mark > 0)
  const all = [...worked.map(({ mark }) => mark), ...visits]
  const roadsDone = markOfGoal(worked, (planned * goal) / 100)
  const stopsDone = visits.length === stops.length ? Math.max(0, ...visits) : undefined
  const isDone = roadsDone !== undefined && stopsDone !== undefined && layout.pieces.length + stops.length > 0
  const timeOf = (mark: number) => timeOfMark(mark, start)
  return {
    workedMetres: Math.round(workedMetres),
    visitedCount: visits.length,
    firstTime: all.length ? timeOf(all.reduce((first, mark) => Math.min(first, mark))) : null,
    doneTime: isDone ? timeOf(Math.max(roadsDone, stopsDone)) : null,
  }
}

/** The mark at which so many metres were worked; 0 where none are wanted, undefined while they are not reached. */
function markOfGoal(worked: readonly { metres: number; mark: number }[], wanted: number) {
  let sum = 0
  if (wanted === 0) return 0
  for (const { metres, mark } of worked) {
    sum += metres
    // Sums of fractions of metres are not exact.
    if (sum >= wanted - 0.01) return mark
  }
  return undefined
}

/** Whole metres of all pieces. */
export const plannedMetresOf = ({ pieces }: Layout) => Math.round(pieces.reduce((sum, { metres }) => sum + metres, 0))
