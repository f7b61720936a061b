import { type BuiltInParameter, builtInParameters } from '@huanwei/contract/parameters/codes'
import { getParameterValue } from '@huanwei/contract/parameters/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'

/** Value of one of the product's own parameters; what holds by default until it is known. */
export function useFigure(key: BuiltInParameter): number {
  const asked = useQuery({ ...query(getParameterValue, { key }), staleTime: 30_000 })
  return asked.data ? Number(asked.data) : builtInParameters[key].start
}
