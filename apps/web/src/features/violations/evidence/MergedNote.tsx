import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

/** Says that an alarm of a terminal is handled with the violation it is merged into. */
export function MergedNote({ into, onOpen }: { into: number; onOpen: (id: number) => void }) {
  const { t } = useTranslation('violations')
  return (
    <p className="drawer-note">
      {t('alarms.merged')}{' '}
      <Button type="link" size="small" onClick={() => onOpen(into)}>
        {t('alarms.open')}
      </Button>
    </p>
  )
}
