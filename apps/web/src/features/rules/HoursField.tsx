import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { Hours } from '@huanwei/contract/shifts/endpoints'
import { Button, Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'

/** In a form, `Form.Item` gives everything. */
type Props = { value?: Hours[]; onChange?: (hours: Hours[]) => void }

const usual: Hours = { start: '08:00', end: '18:00', weekdays: [1, 2, 3, 4, 5] }

/** Spans of the day on days of the week, as many as are wanted. */
export function HoursField({ value = [], onChange }: Props) {
  const { t } = useTranslation('rules')
  return (
    <div className="rule-hours">
      {value.map((hours, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spans have nothing else of their own
        <div key={index}>
          <ClockFields value={hours} onChange={(to) => onChange?.(value.with(index, { ...hours, ...to }))} />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('removeHours', { n: index + 1 })}
            title={t('removeHours', { n: index + 1 })}
            onClick={() => onChange?.(value.toSpliced(index, 1))}
          />
          <WeekdaysField value={hours.weekdays} onChange={(weekdays) => onChange?.(value.with(index, { ...hours, weekdays }))} />
        </div>
      ))}
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => onChange?.([...value, usual])}>
        {t('addHours')}
      </Button>
    </div>
  )
}

type Clock = Pick<Hours, 'start' | 'end'>
function ClockFields({ value: { start, end }, onChange }: { value: Clock; onChange: (to: Partial<Clock>) => void }) {
  const { t } = useTranslation('rules')
  const clock = { maxLength: 5, placeholder: 'HH:mm', style: { width: 84 } }
  return (
    <>
      <Input {...clock} aria-label={t('start')} value={start} onChange={({ target }) => onChange({ start: target.value })} />
      –
      <Input {...clock} aria-label={t('end')} value={end} onChange={({ target }) => onChange({ end: target.value })} />
    </>
  )
}

type WeekdaysProps = { value?: number[]; onChange?: (weekdays: number[]) => void }
/** 1 Monday to 7 Sunday. In a form, `Form.Item` gives everything. */
export function WeekdaysField({ value = [], onChange }: WeekdaysProps) {
  const { t } = useTranslation('rules')
  return (
    <Checkbox.Group<number>
      role="group"
      aria-label={t('weekdaysField')}
      value={value}
      options={([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({ value: day, label: t(`weekdays.${day}`) }))}
      onChange={(days) => onChange?.(days)}
    />
  )
}
