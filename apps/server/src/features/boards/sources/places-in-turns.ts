import { Pace } from '@huanwei/contract/boards/codes'
import type { BoardCard } from '@huanwei/contract/boards/endpoints'
import { Status } from '@huanwei/contract/live/codes'
import type { LiveObject } from '@huanwei/contract/live/messages'
import { ObjectType } from '@huanwei/contract/objects'
import { Metric, metrics } from '@huanwei/contract/readings/codes'
import { say, sayKnown } from '@huanwei/words/say'
import { timeText } from '../../../lib/time.ts'
import type { LiveEntry } from '../../../position/latest/object-store.ts'
import type { FacilityFacts, VehicleFacts } from '../../trees/queries.ts'
import type { BoardAsked, Source } from '../source.ts'
import { facilitiesOf, liveStates, nameOf, objectPlaces, vehiclesOf } from './live-state.ts'
import { valuesOf } from './toilets.ts'

/** Cards that take turns at a time, and the life of a choice, ms. */
const [cardsAtOnce, choiceMs] = [12, 96_000]

type Entry = LiveEntry<VehicleFacts> | LiveEntry<FacilityFacts>

/**
 * Places of objects, and cards of vehicles and of facilities with a sensor: those in alarm or warning first, then those that move, all of them
 * in the course of time. People have no card on a wall.
 */
export const placesInTurns: Source<'points'> = {
  pace: Pace.live,
  async read(asked, params) {
    const { points, opens } = await objectPlaces.read(asked, params)
    const { objectTypes = [ObjectType.vehicle], facilityType } = params
    const all: Entry[] = []
    if (objectTypes.includes(ObjectType.vehicle)) all.push(...vehiclesOf(asked))
    if (objectTypes.includes(ObjectType.facility)) all.push(...facilitiesOf(asked, facilityType))
    return { shape: 'points', points, opens, cards: chosenNow(all, asked.now).map((one) => cardOf(asked, one)) }
  },
}

/** Some of those that were heard of, other ones at another time: urgent ones always. */
export function chosenNow<One extends { live: Pick<LiveObject, 'status' | 'lng' | 'seenAt'> }>(
  all: readonly One[],
  now: number,
): One[] {
  const shown = all.filter(({ live }) => live.lng !== null && live.seenAt !== null && live.status !== Status.offline)
  const isUrgent = ({ live: { status } }: One) => status === Status.alert || status === Status.warning
  const urgent = shown
    .filter(isUrgent)
    .sort((a, b) => Number(b.live.status === Status.alert) - Number(a.live.status === Status.alert))
  const others = shown.filter((one) => !isUrgent(one))
  const moving = others.filter(({ live }) => live.status === Status.moving)
  const calm = moving.length ? moving : others
  // Half of the cards are for those that are well, or nobody would see them on a bad day.
  const chosen = urgent.slice(0, Math.max(cardsAtOnce / 2, cardsAtOnce - calm.length))
  const free = Math.min(cardsAtOnce - chosen.length, calm.length)
  const from = (Math.floor(now / choiceMs) * free) % Math.max(1, calm.length)
  return [...chosen, ...Array.from({ length: free }, (_, place) => calm[(from + place) % calm.length]!)]
}

function cardOf(asked: BoardAsked, one: Entry): BoardCard {
  const { language } = asked
  const { status, speed, seenAt } = one.live
  const state = liveStates.find(([, code]) => code === status)?.[0] ?? 'offline'
  const own = one.objectType === ObjectType.vehicle ? ([['speed', `${Math.round(speed)} km/h`]] as const) : readingsOf(asked, one)
  const facts = [
    ['state', say(language, `live:status.${state}`)] as const,
    ...own,
    ['crew', one.deptName] as const,
    ['heard', seenAt === null ? '' : timeText(seenAt).slice(11)] as const,
  ]
  return {
    key: `${one.objectType}-${one.id}`,
    title: one.objectType === ObjectType.vehicle ? [one.plateNumber, one.name].filter(Boolean).join(' · ') : nameOf(one),
    status,
    facts: facts.map(([name, value]) => ({ name: say(language, `boards:card.${name}`), value })),
  }
}

/** Type of a facility, and the first of its readings that says something to a passer-by. */
function readingsOf({ language }: BoardAsked, facility: LiveEntry<FacilityFacts>) {
  const type = sayKnown(language, `dictionaries:facility_type.${facility.facilityType}`) ?? facility.facilityType
  const first = [Metric.ammonia, Metric.fill, Metric.hydrogenSulphide]
    .map((metric) => ({ metric, values: valuesOf(facility, metric) }))
    .find(({ values }) => values.length > 0)
  const reading =
    first &&
    `${say(language, `readings:metrics.${first.metric}`)} ${round(Math.max(...first.values))} ${metrics[first.metric].unit}`
  return [['type', type] as const, ...(reading ? [['reading', reading] as const] : [])]
}

const round = (value: number) => Math.round(value * 10) / 10
