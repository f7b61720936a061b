import { useTexts } from './texts.ts'

type Props = { text: string; hint?: string; onRetry?: () => void }

/** What went wrong, what it means, and another try. */
export function Problem({ text, hint, onRetry }: Props) {
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
