import { listVehicleEvidence } from '@huanwei/contract/violations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../lib/api.ts'
import { dayRange } from '../../lib/time.ts'
import { evidenceMarks } from './evidence-marks.ts'

/** Marks of the evidence of a vehicle on a day; asked for again and again, as more may come. */
export function useVehicleEvidence(vehicleId: number, day: string) {
  const asked = query(listVehicleEvidence, { vehicleId, ...dayRange(day, day) })
  const { data, error, refetch } = useQuery({ ...asked, refetchInterval: 30_000 })
  const marks = useMemo(() => (data ? evidenceMarks(data) : []), [data])
  return { marks, error, refetch }
}
