import type { CleaningReport } from '@huanwei/contract/cleaning/endpoints'
import { CleaningTag } from '../CleaningState.tsx'

/** In a row of a list: the state of the open report that was dispatched from it, and who does it; nothing where there is none. */
export const OpenWorkTag = ({ report }: { report: CleaningReport | undefined }) =>
  report && (
    <span className="work-open" title={report.code}>
      <CleaningTag status={report.status} /> <span className="list-sub">{report.assigneeName}</span>{' '}
    </span>
  )
