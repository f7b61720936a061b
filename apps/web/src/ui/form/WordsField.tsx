import { Input } from 'antd'
import { useId } from 'react'

type Props = {
  label: string
  hint: string
  value: string
  onChange: (text: string) => void
  /** Why it is not enough. */
  error?: string | false | undefined
  rows?: number
  maxLength?: number
}

/** Words that go with an act, in the form of a drawer. */
export function WordsField({ label, hint, value, onChange, error = false, rows = 2, maxLength = 500 }: Props) {
  const [textId, errorId] = [useId(), useId()]
  return (
    <>
      <label htmlFor={textId}>{label}</label>
      <Input.TextArea
        id={textId}
        rows={rows}
        maxLength={maxLength}
        placeholder={hint}
        status={error ? 'error' : ''}
        aria-invalid={!!error}
        aria-describedby={error ? errorId : undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {error && (
        <p id={errorId} className="drawer-error" role="alert">
          {error}
        </p>
      )}
    </>
  )
}
