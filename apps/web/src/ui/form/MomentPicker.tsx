import { DatePicker } from 'antd'
import dayjs from 'dayjs'

/** `Form.Item` gives all of it. Moments are `yyyy-MM-dd HH:mm:ss`. */
type Props = { id?: string; value?: string; onChange?: (moment: string | undefined) => void }

const format = 'YYYY-MM-DD HH:mm:ss'

/** One moment of a form. */
export const MomentPicker = ({ id, value, onChange }: Props) => (
  <DatePicker
    {...(id && { id })}
    style={{ width: '100%' }}
    showTime
    format={format}
    value={value ? dayjs(value) : null}
    onChange={(moment) => onChange?.(moment?.format(format))}
  />
)
