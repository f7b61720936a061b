import { countPendingCleaning } from '@huanwei/contract/cleaning/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'

/** Source: spec 1, section 9. */
const pollMs = 60_000

/** Number of cleaning reports whose next step is the person's, asked again every minute; undefined until it is known. Source: spec 1, section 7. */
export const useWaitingCleaning = () => useQuery({ ...query(countPendingCleaning, {}), refetchInterval: pollMs }).data
