import { dutiesOf } from '../../attendance/duties.ts'
import type { DutyRecords } from '../../attendance/queries.ts'

type Person = { userId: number; deptId: number }

/** Those who work on a day: who has shifts, by these; all others by the work calendar. */
export function atWorkOn(day: string, isWorkDay: boolean, people: readonly Person[], records: DutyRecords): number[] {
  const { dutyOf } = dutiesOf(records)
  return people.flatMap((person) => {
    const duty = dutyOf(person)
    return (duty ? duty.spansOn(day).length > 0 : isWorkDay) ? [person.userId] : []
  })
}
