import { getBriefing } from '@huanwei/contract/home/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { DueTable } from '../home/cards/DueTable.tsx'

/** What the person has to do today and what is overdue, as it is now. */
export function DeadlinesItem({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('deadlines')
  const asked = useQuery({ ...query(getBriefing, { parts: ['deadlines'] }), gcTime: 0 })
  return (
    <DrawerFrame title={t('mine')} asked={asked} onClose={onClose}>
      {asked.data?.deadlines && <DueTable due={asked.data.deadlines} />}
    </DrawerFrame>
  )
}
