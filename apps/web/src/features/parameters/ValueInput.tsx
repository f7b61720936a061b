import { ParameterKind } from '@huanwei/contract/parameters/codes'
import { Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'

/** `Form.Item` gives the id, the value and what to do with another. */
type Props = { id?: string; value?: string; onChange?: (value: string) => void; kind: ParameterKind; min?: number; max?: number }

/** The value of a parameter by its kind; it is text, whatever it means. */
export function ValueInput({ kind, min, max, id, value = '', onChange }: Props) {
  const { t } = useTranslation('parameters')
  const named = id === undefined ? {} : { id }
  if (kind === ParameterKind.text)
    return <Input {...named} maxLength={500} value={value} onChange={({ target }) => onChange?.(target.value)} />
  if (kind === ParameterKind.yesNo)
    return (
      <Select
        {...named}
        value={value || null}
        options={['1', '0'].map((one) => ({ value: one, label: t(one === '1' ? 'yes' : 'no') }))}
        onChange={(to) => to !== null && onChange?.(to)}
      />
    )
  return (
    <InputNumber
      {...named}
      style={{ width: '100%' }}
      precision={0}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      value={/^-?\d+$/.test(value) ? Number(value) : null}
      onChange={(to) => onChange?.(to === null ? '' : String(to))}
    />
  )
}
