import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatTime, parseTime, wallTime } from '../../../lib/time.ts'
import type { Playback } from '../playback/playback.ts'
import { useDayShown } from '../playback/use-playback.ts'

type Props = { playback: Playback; onTurn: (days: 1 | -1) => void }

/** The day of the moment shown, with the way to the one before and the one after. */
export function DaySteps({ playback, onTurn }: Props) {
  const { t, i18n } = useTranslation('history')
  const day = useDayShown(playback)
  const format = new Intl.DateTimeFormat(i18n.language, { month: 'short', day: 'numeric', weekday: 'short', timeZone: 'UTC' })
  const isLast = day >= formatTime(Date.now()).slice(0, 10)
  return (
    <fieldset className="history-turned" aria-label={t('day.label')}>
      <Tooltip title={`${t('day.before')} Shift+←`}>
        <Button
          size="small"
          icon={<LeftOutlined />}
          aria-label={t('day.before')}
          aria-keyshortcuts="Shift+ArrowLeft"
          onClick={() => onTurn(-1)}
        />
      </Tooltip>
      <time dateTime={day}>{format.format(wallTime(parseTime(`${day} 00:00:00`)))}</time>
      <Tooltip title={`${t('day.after')} Shift+→`}>
        <Button
          size="small"
          icon={<RightOutlined />}
          aria-label={t('day.after')}
          aria-keyshortcuts="Shift+ArrowRight"
          disabled={isLast}
          onClick={() => onTurn(1)}
        />
      </Tooltip>
    </fieldset>
  )
}
