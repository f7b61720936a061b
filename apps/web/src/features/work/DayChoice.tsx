import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { Choice } from '../../ui/select/choice.ts'
import { today } from './work-search.ts'

const format = 'YYYY-MM-DD'

/** The day whose tasks are shown, `yyyy-MM-dd`: today unless another is chosen. */
export const DayChoice = ({ label, value, onChange }: Choice<string>) => (
  <DatePicker
    aria-label={label}
    allowClear={false}
    format={format}
    className="work-day-choice"
    value={dayjs(value ?? today())}
    onChange={(day) => onChange?.(day?.format(format))}
  />
)
