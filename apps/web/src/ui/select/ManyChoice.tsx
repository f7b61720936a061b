import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from './choice.ts'
import './many-choice.css'

/** In a form, `Form.Item` gives all but the label and the field that one is chosen in. */
type Props = {
  label: string
  Select: ComponentType<Choice<number>>
  id?: string
  value?: number[]
  onChange?: (chosen: number[]) => void
}

/** More than these are counted: each asks for its name. */
const most = 20

/** Several of what `Select` offers one of: each in a field of its own, where it can be replaced or cleared, and one more to add. */
export function ManyChoice({ label, Select, id, value = [], onChange }: Props) {
  const { t } = useTranslation('list')
  const [isAll, setAll] = useState(false)
  const shown = isAll ? value : value.slice(0, most)
  const change = (next: number[]) => onChange?.([...new Set(next)])
  const adding = useRef<HTMLDivElement>(null)
  const wasAdded = useRef(false)
  // The field to add one is new after each: the keyboard stays in it.
  useEffect(() => {
    if (wasAdded.current && value.length) adding.current?.querySelector('input')?.focus()
    wasAdded.current = false
  }, [value.length])
  return (
    <div className="many-choice">
      {shown.map((one, index) => (
        <Select
          key={one}
          label={`${label} ${index + 1}`}
          value={one}
          onChange={(to) => change(to === undefined ? value.filter((other) => other !== one) : value.with(index, to))}
        />
      ))}
      {shown.length < value.length && (
        <button type="button" className="list-link" onClick={() => setAll(true)}>
          {t('allChosen', { count: value.length })}
        </button>
      )}
      <div ref={adding}>
        <Select
          key={value.length}
          {...(id && { id })}
          label={label}
          onChange={(to) => {
            if (to === undefined) return
            wasAdded.current = true
            change([...value, to])
          }}
        />
      </div>
    </div>
  )
}
