import { type ComponentProps, type ReactNode, useId } from 'react'

type Props = ComponentProps<'input'> & {
  label: string
  error?: string | undefined
  hint?: string | undefined
  children?: ReactNode
}

/** A labelled input without antd, with its error in words under it; `children` stand at its end. */
export function PlainField({ label, error, hint, children, ...input }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={error ? 'field-box field-wrong' : 'field-box'}>
        <input
          id={id}
          type="text"
          aria-invalid={Boolean(error)}
          aria-describedby={error || hint ? `${id}-says` : undefined}
          {...input}
        />
        {children}
      </div>
      <p id={`${id}-says`} className={error ? 'field-error' : 'field-hint'} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  )
}
