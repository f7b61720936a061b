import { lat, lng } from '@huanwei/contract/fields'
import { getOverview } from '@huanwei/contract/home/endpoints'
import { listInspections, reportInspection } from '@huanwei/contract/inspections/endpoints'
import { getSummaries, listPushes } from '@huanwei/contract/messages/endpoints'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useSend } from '../../lib/send.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { ReportFields } from './ReportFields.tsx'
import { usualLimit } from './use-proposals.ts'

const fields = reportInspection.input.omit({ lng: true, lat: true }).extend({ place: z.object({ lng, lat }).optional() })

/** Drawer of an inspection: photo, position, assessment item, responsible person and finding. */
export function ReportDrawer({ onClose, onReported }: { onClose: () => void; onReported: () => void }) {
  const { t } = useTranslation('inspections')
  const report = useSend(reportInspection, [listInspections, listPushes, getSummaries, getOverview])
  return (
    <FormDrawer
      title={t('report')}
      fields={fields}
      start={{ disposeTimeLimit: usualLimit, remark: '', img: '' }}
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
