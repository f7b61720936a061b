import { useTexts } from './texts.ts'

type Props = { text: string; hint?: string; onRetry?: () => void }

/** An error, its meaning, and a retry. */
export function ProblemNote({ text, hint, onRetry }: Props) {
  const { t } = useTexts()
  return (
    <div className="problem" role="alert">
      <strong>{text}</strong>
      {hint && <p>{hint}</p>}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {t('again')}
        </button>
      )}
    </div>
  )
}
