import { Button, Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { DrawerFrame } from '../../ui/DrawerFrame.tsx'
import { CalendarPanel } from './CalendarPanel.tsx'
import { ShiftsPanel } from './ShiftsPanel.tsx'
import './rules.css'

/** What the hours of rules are made of: shifts, and the days of the work calendar. */
export function HoursDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['rules', 'list'])
  return (
    <DrawerFrame
      title={t('shiftsAndCalendar')}
      onClose={onClose}
      buttons={(close) => (
        <Button autoInsertSpace={false} onClick={close}>
          {t('list:action.close')}
        </Button>
      )}
    >
      <Tabs
        items={[
          { key: 'shifts', label: t('shifts'), children: <ShiftsPanel /> },
          { key: 'calendar', label: t('calendar'), children: <CalendarPanel /> },
        ]}
      />
    </DrawerFrame>
  )
}
