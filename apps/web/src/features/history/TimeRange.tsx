import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/time.ts'
import '../../ui/list/date-range.css'
import type { Times } from './use-tracks.ts'

const format = 'YYYY-MM-DD HH:mm:ss'

type Props = {
  value: Times
  onChange: (span: { from: string; to: string }) => void
  /** True where a day is the most. */
  isShort?: boolean
}

/** A span of time to the second, a year at most. */
export function TimeRange({ value, onChange, isShort = false }: Props) {
  const { t } = useTranslation(['history', 'list'])
  const today = dayjs(formatTime(Date.now()).slice(0, 10))
  const days = (first: number, last = 0): [dayjs.Dayjs, dayjs.Dayjs] => [
    today.subtract(first, 'day'),
    today.subtract(last, 'day').endOf('day'),
  ]
  return (
    <DatePicker.RangePicker
      className="history-range"
      classNames={{ popup: { root: 'date-range' } }}
      aria-label={t('span')}
      showTime
      allowClear={false}
      format={format}
      presets={[
        { label: t('list:today'), value: days(0) },
        { label: t('yesterday'), value: days(1, 1) },
        ...(isShort ? [] : [7, 30, 365]).map((n) => ({ label: t('list:lastDays', { days: n }), value: days(n - 1) })),
      ]}
      value={[dayjs(value.startTime), dayjs(value.endTime)]}
      onChange={(span) => {
        const [from, to] = span ?? []
        if (from && to) onChange({ from: from.format(format), to: to.format(format) })
      }}
    />
  )
}
