import { DatePicker } from 'antd'
import dayjs from 'dayjs'

/** `Form.Item` gives all of it. Days are `yyyy-MM-dd`. */
type Props = { id?: string; value?: string; onChange?: (day: string | undefined) => void }

const format = 'YYYY-MM-DD'

/** One day of a form. */
export const DayPicker = ({ id, value, onChange }: Props) => (
  <DatePicker
    {...(id && { id })}
    style={{ width: '100%' }}
    format={format}
    value={value ? dayjs(value) : null}
    onChange={(day) => onChange?.(day?.format(format))}
  />
)
