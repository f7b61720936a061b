import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import isoWeek from 'dayjs/plugin/isoWeek.js'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/time.ts'
import './date-range.css'

dayjs.extend(isoWeek)

/** Days as `yyyy-MM-dd`, both included; undefined when open. */
export type Days = { from: string | undefined; to: string | undefined }

type Props = { labels: [string, string]; value: Days; onChange: (days: Days) => void }

const format = 'YYYY-MM-DD'

/** The ISO week of a day: Monday to Sunday. Source: spec 1, section 5. */
const weekOf = (day: dayjs.Dayjs) => [day.startOf('isoWeek'), day.endOf('isoWeek')] as const

/** A range of days. Sent as 00:00:00 to 23:59:59 by `dayRange`. Source: spec 2, section 9. */
export function DateRange({ labels, value, onChange }: Props) {
  const { t } = useTranslation('list')
  const today = dayjs(formatTime(Date.now()).slice(0, 10))
  const presets = [
    { label: t('today'), value: [today, today] as const },
    { label: t('thisWeek'), value: weekOf(today) },
    { label: t('lastWeek'), value: weekOf(today.subtract(7, 'day')) },
    { label: t('lastDays', { days: 7 }), value: [today.subtract(6, 'day'), today] as const },
    { label: t('lastDays', { days: 30 }), value: [today.subtract(29, 'day'), today] as const },
  ]
  return (
    <DatePicker.RangePicker
      classNames={{ popup: { root: 'date-range' } }}
      placeholder={labels}
      // A range open at one end is one; and without this the keyboard does not get past an empty start.
      allowEmpty={[true, true]}
      aria-label={labels.join(' – ')}
      format={format}
      presets={presets.map(({ label, value: [from, to] }) => ({ label, value: [from, to] }))}
      value={[value.from ? dayjs(value.from) : null, value.to ? dayjs(value.to) : null]}
      onChange={(days) => onChange({ from: days?.[0]?.format(format), to: days?.[1]?.format(format) })}
    />
  )
}
