import type { Condition } from '@huanwei/contract/rules/endpoints'

/** Number of alarms that the interface has no number for. */
export const customAlarm = 1

/** Numbers of the alarm bits of a terminal. Source: spec 4, III.6 and IV.4. */
const ofBits: Record<number, number> = {
  0: 2,
  1: 11,
  2: 49,
  3: 201,
  4: 202,
  5: 203,
  6: 204,
  7: 205,
  8: 206,
  9: 207,
  10: 208,
  11: 209,
  13: 428,
  14: 429,
  17: 714,
  18: 210,
  19: 14,
  20: 211,
  21: 212,
  22: 213,
  23: 214,
  24: 215,
  25: 216,
  26: 217,
  27: 8,
  28: 218,
  29: 219,
  30: 219,
  31: 6,
}

/** First numbers of the alarms of driving assistants, by the addition that carries them (0x64 to 0x67) and their type. Source: spec 4, III.6 and IV.6. */
const ofAssistants: Record<number, Record<number, number>> = {
  100: { 1: 600, 2: 602, 3: 604, 4: 606, 5: 608, 6: 610, 7: 612 },
  101: { 1: 618, 2: 620, 3: 622, 4: 624, 5: 626 },
  103: { 1: 633, 2: 634, 3: 635 },
}
const tyres = { addition: 102, number: 632 }

const ofKinds: Partial<Record<Condition['kind'], number>> = {
  speeding: 11,
  outOfArea: 28,
  inArea: 27,
  offRoute: 214,
  parked: 14,
  fatigue: 49,
  sos: 2,
  offline: 67,
}

/** Number by which the interface knows the violations of a rule. Source: spec 4, III.6. */
export function alarmNumberOf(condition: Condition): number {
  if (condition.kind === 'terminalAlarm') return ofBits[condition.bit] ?? customAlarm
  if (condition.kind !== 'activeSafety') return ofKinds[condition.kind] ?? customAlarm
  if (condition.addition === tyres.addition) return tyres.number
  return ofAssistants[condition.addition]?.[condition.types[0] ?? 0] ?? customAlarm
}

/** What an alarm is to rules: alarm bits of a terminal, and alarms of a driving assistant as addition × 256 + type. Source: spec 4, IV.4 and IV.6. */
export type AlarmMeaning = { alarm: number; safety: number[] }

const bitMeans = (bit: number): AlarmMeaning => ({ alarm: (1 << bit) >>> 0, safety: [] })
const assistantMeans = (addition: number, types: readonly number[]): AlarmMeaning => ({
  alarm: 0,
  safety: types.map((type) => addition * 256 + type),
})
/** Alarms with two numbers, of the first and of the second level. */
const leveled = [100, 101]
/** An alarm of tyres has one number for all bits of 0x66. */
const tyresMean = assistantMeans(
  tyres.addition,
  Array.from({ length: 16 }, (_, bit) => bit),
)

/** Meanings by number; of two bits with one number the first is meant. Source: spec 4, III.6. */
const meanings = new Map<number, AlarmMeaning>([
  ...Object.entries(ofBits)
    .map(([bit, number]): [number, AlarmMeaning] => [number, bitMeans(Number(bit))])
    .toReversed(),
  ...Object.entries(ofAssistants).flatMap(([addition, ofTypes]) =>
    Object.entries(ofTypes).flatMap(([type, number]): [number, AlarmMeaning][] => {
      const meaning = assistantMeans(Number(addition), [Number(type)])
      return leveled.includes(Number(addition))
        ? [
            [number, meaning],
            [number + 1, meaning],
          ]
        : [[number, meaning]]
    }),
  ),
  [tyres.number, tyresMean],
  [168, tyresMean],
  [174, assistantMeans(101, [2])],
  [176, assistantMeans(101, [3])],
  [249, assistantMeans(101, [1])],
  [430, bitMeans(29)],
  [433, bitMeans(30)],
])

/** Numbers of the alarms that mean something to rules. */
export const meantNumbers: readonly number[] = [...meanings.keys()].sort((a, b) => a - b)

/** What the alarms of a number mean to rules; undefined where they mean nothing. */
export const meaningOf = (number: number): AlarmMeaning | undefined => meanings.get(number)
