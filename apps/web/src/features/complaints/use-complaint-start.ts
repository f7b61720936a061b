import { type ComplaintDetail, getComplaint } from '@huanwei/contract/complaints/endpoints'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/api.ts'

/** Characters that the forms take of the words of a citizen, who may write more. */
const longestContent = 500

/** Props of a form that begins with what `found` takes from a public event, or `empty` where there is none. */
export function useComplaintStart<Empty extends object, Found extends object>(
  complaintId: number | undefined,
  empty: Empty,
  found: (complaint: ComplaintDetail) => Found,
) {
  const { data, error, refetch } = useQuery({
    ...query(getComplaint, { id: complaintId ?? 0 }),
    enabled: complaintId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const start =
    complaintId === undefined
      ? empty
      : data && { ...empty, ...found({ ...data, content: data.content.slice(0, longestContent) }) }
  return { start, error, onReload: () => refetch() }
}
