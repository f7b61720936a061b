import { ComplaintType, reportLimits } from '@huanwei/contract/complaints/codes'
import { type RefObject, useId } from 'react'
import type { ReportDraft } from './draft.ts'
import { useTexts } from './texts.ts'

const types = [ComplaintType.complaint, ComplaintType.feedback]

export function TypeField({ value, onChange }: { value: ComplaintType; onChange: (type: ComplaintType) => void }) {
  const { t } = useTexts()
  return (
    <fieldset className="types">
      <legend>{t('type')}</legend>
      {types.map((type) => (
        <label key={type}>
          <input type="radio" name="type" checked={value === type} onChange={() => onChange(type)} />
          <span>
            <strong>{t(`types.${type}.name`)}</strong>
            <small>{t(`types.${type}.hint`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type ContentProps = {
  value: string
  /** It was to be sent without words. */
  isMissing: boolean
  field: RefObject<HTMLTextAreaElement | null>
  onChange: (content: string) => void
}

/** The most frequent faults of a facility, for a tap. */
const quickWords = ['paper', 'smell', 'water', 'broken'] as const

export function ContentField({ value, isMissing, field, onChange }: ContentProps) {
  const { t } = useTexts()
  const [id, hintId] = [useId(), useId()]
  return (
    <div className="field">
      <label htmlFor={id}>{t('content')}</label>
      <textarea
        id={id}
        ref={field}
        rows={5}
        required
        maxLength={reportLimits.content}
        placeholder={t('contentHint')}
        aria-invalid={isMissing}
        aria-describedby={hintId}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <fieldset className="quick" aria-label={t('quick')}>
        {quickWords.map((name) => (
          <button
            key={name}
            type="button"
            className="plain"
            onClick={() =>
              onChange([value, t(`quick.${name}`)].filter(Boolean).join(t('quick.and')).slice(0, reportLimits.content))
            }
          >
            {t(`quick.${name}`)}
          </button>
        ))}
      </fieldset>
      <p id={hintId} className={isMissing ? 'wrong' : 'hint'} role={isMissing ? 'alert' : undefined}>
        {isMissing ? t('contentMissing') : t('kept', { n: value.length, most: reportLimits.content })}
      </p>
    </div>
  )
}

type Contact = Pick<ReportDraft, 'reportPerson' | 'contactInformation'>

/** Name and telephone of the reporter; open once one of them is filled in. */
export function ContactFields({ draft, onChange }: { draft: Contact; onChange: (to: Partial<Contact>) => void }) {
  const { t } = useTexts()
  const [nameId, phoneId] = [useId(), useId()]
  return (
    <details className="contact" open={draft.reportPerson !== '' || draft.contactInformation !== ''}>
      <summary>{t('contact.title')}</summary>
      <p className="hint">{t('contact.hint')}</p>
      <div className="field">
        <label htmlFor={nameId}>{t('contact.name')}</label>
        <input
          id={nameId}
          autoComplete="name"
          maxLength={reportLimits.person}
          value={draft.reportPerson}
          onChange={({ target }) => onChange({ reportPerson: target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={phoneId}>{t('contact.phone')}</label>
        <input
          id={phoneId}
          type="tel"
          autoComplete="tel"
          maxLength={reportLimits.contact}
          value={draft.contactInformation}
          onChange={({ target }) => onChange({ contactInformation: target.value })}
        />
      </div>
    </details>
  )
}
