import { useTranslation } from 'react-i18next'
import './tree.css'

type TypeOption = { value: string; label: string; count: number }
type Props = {
  /** Accessible name of the group. */
  label: string
  options: readonly TypeOption[]
  /** Number shown before hover or focus. Source: spec 1, section 2.8 (4 vehicle types, 3 roles or facility types). */
  first: number
  value: string | undefined
  /** The chosen one again clears the choice. */
  onChange: (value: string | undefined) => void
}

/** Type buttons after one for all of them; the rest unfolds over the tree on hover and on focus, so the keyboard reaches them all. */
export function TypeChips({ label, options, first, value, onChange }: Props) {
  const { t } = useTranslation('live')
  if (!options.length) return null
  const all = t('tree.allTypes')
  const hint = options.length > first && t('tree.moreTypes', { n: options.length - first })
  return (
    <fieldset className="type-chips" aria-label={label}>
      {/* As high as what shows at first, so that the open list moves nothing. */}
      <div className="type-chips-space" aria-hidden="true">
        <span className="type-chip">{all}</span>
        {options.map(
          (option, i) =>
            (i < first || option.value === value) && (
              <span key={option.value} className="type-chip">
                <Face {...option} />
              </span>
            ),
        )}
        {hint && <span className="type-chips-hint">{hint}</span>}
      </div>
      <div className="type-chips-list">
        <button type="button" className="type-chip" aria-pressed={value === undefined} onClick={() => onChange(undefined)}>
          {all}
        </button>
        {options.map((option, i) => (
          <button
            key={option.value}
            type="button"
            className={i < first ? 'type-chip' : 'type-chip type-chip-more'}
            aria-pressed={option.value === value}
            title={option.label}
            onClick={() => onChange(option.value === value ? undefined : option.value)}
          >
            <Face {...option} />
          </button>
        ))}
        {hint && (
          <span className="type-chips-hint" aria-hidden="true">
            {hint}
          </span>
        )}
      </div>
    </fieldset>
  )
}

const Face = ({ label, count }: TypeOption) => (
  <>
    <b>{label}</b>
    <span>{count}</span>
  </>
)
