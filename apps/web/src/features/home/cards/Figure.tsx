import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { digits } from '../../../i18n/digits.ts'

type Props = {
  label: string
  value: number
  /** The list that has exactly so many; undefined where the person's menu does not lead there. */
  to: string | undefined
  tone?: 'moving' | 'stationary' | 'alert' | 'warning' | 'offline' | 'brand'
  /** True where something must be done about it as soon as there is any. */
  isDue?: boolean
}

/** A number with its name, which leads to its list. */
export function Figure({ label, value, to, tone, isDue = false }: Props) {
  const content = (
    <>
      <span className={tone && 'figure-tone'}>{label}</span>
      <Count value={value} isDue={isDue} />
    </>
  )
  return <li className={tone ? `figure is-${tone}` : 'figure'}>{to ? <Link to={to}>{content}</Link> : <div>{content}</div>}</li>
}

const useDigits = (value: number) => digits(value, useTranslation().i18n.language)

/** A number in the digits of the language. */
export function Count({ value, isDue = false }: { value: number; isDue?: boolean }) {
  return <strong className={isDue && value > 0 ? 'figure-due' : undefined}>{useDigits(value)}</strong>
}

/** A number in a row of a table, which leads to its list. */
export function CountLink({ value, to, label, isDue = false }: Omit<Props, 'tone'>) {
  const digits = useDigits(value)
  if (!to) return <Count value={value} isDue={isDue} />
  return (
    <Link to={to} aria-label={`${label} ${digits}`} className="count-link">
      <Count value={value} isDue={isDue} />
    </Link>
  )
}
