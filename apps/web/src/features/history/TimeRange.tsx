import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/time.ts'
import '../../ui/list/date-range.css'
import type { Times } from './use-tracks.ts'

const format = 'YYYY-MM-DD HH:mm:ss'

/** A span of time to the second, a year at most. */
export function TimeRange({ value, onChange }: { value: Times; onChange: (span: { from: string; to: string }) => void }) {
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
        { label: t('list:lastDays', { days: 7 }), value: days(6) },
        { label: t('list:lastDays', { days: 30 }), value: days(29) },
        { label: t('list:lastDays', { days: 365 }), value: days(364) },
      ]}
      value={[dayjs(value.startTime), dayjs(value.endTime)]}
      onChange={(span) => {
        const [from, to] = span ?? []
        if (from && to) onChange({ from: from.format(format), to: to.format(format) })
      }}
    />
  )
}
