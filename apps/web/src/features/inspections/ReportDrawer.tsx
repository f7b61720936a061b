import type { ComplaintDetail } from '@huanwei/contract/complaints/endpoints'
import { lat, lng } from '@huanwei/contract/fields'
import { getOverview } from '@huanwei/contract/home/endpoints'
import { listInspections, reportInspection } from '@huanwei/contract/inspections/endpoints'
import { getSummaries, listPushes } from '@huanwei/contract/messages/endpoints'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useSend } from '../../lib/send.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { useComplaintStart } from '../complaints/use-complaint-start.ts'
import { ReportFields } from './ReportFields.tsx'
import { usualLimit } from './use-proposals.ts'

const fields = reportInspection.input.omit({ lng: true, lat: true }).extend({ place: z.object({ lng, lat }).optional() })

/** `complaintId`: the public event whose place and words the form begins with. */
type Props = { complaintId: number | undefined; onClose: () => void; onReported: () => void }

const empty = { disposeTimeLimit: usualLimit, remark: '', img: '' }

/** Drawer of an inspection: photo, position, assessment item, responsible person and finding. */
export function ReportDrawer({ complaintId, onClose, onReported }: Props) {
  const { t } = useTranslation('inspections')
  const report = useSend(reportInspection, [listInspections, listPushes, getSummaries, getOverview])
  const begin = useComplaintStart(complaintId, empty, foundIn)
  return (
    <FormDrawer
      title={t('report')}
      fields={fields}
      {...begin}
      onSend={async ({ place, img, ...values }) => {
        await report({ ...values, ...place, img: img.join() })
        onReported()
      }}
      onClose={onClose}
      confirmLabel={t('send')}
    >
      <ReportFields />
    </FormDrawer>
  )
}

const foundIn = ({ content, deptId, position, lng, lat }: ComplaintDetail) => ({
  eventContent: content,
  deptId,
  position,
  place: lng === null || lat === null ? undefined : { lng, lat },
})
