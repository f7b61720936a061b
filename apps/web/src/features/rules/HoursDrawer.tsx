import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { CalendarPanel } from './CalendarPanel.tsx'
import { ShiftsPanel } from './ShiftsPanel.tsx'
import './rules.css'

/** Shifts and the days of the work calendar, which make the hours of rules. */
export function HoursDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['rules', 'list', 'common'])
  return (
    <DrawerFrame title={t('shiftsAndCalendar')} onClose={onClose}>
      <Tabs
        items={[
          { key: 'shifts', label: t('shifts'), children: <ShiftsPanel /> },
          { key: 'calendar', label: t('calendar'), children: <CalendarPanel /> },
        ]}
      />
    </DrawerFrame>
  )
}
