import { ComplaintType, citizenPaths, reportLimits } from '@huanwei/contract/complaints/codes'
import type { getFacilityByCode } from '@huanwei/contract/complaints/endpoints'
import type { Output } from '@huanwei/contract/endpoint'
import { useId, useRef, useState } from 'react'
import { placeOf, Refusal } from './ask.ts'
import { Nearby } from './Nearby.tsx'
import { PhotoField } from './PhotoField.tsx'
import { PositionField } from './PositionField.tsx'
import { Problem } from './Problem.tsx'
import { Sent } from './Sent.tsx'
import { useTexts } from './texts.ts'
import { useAsked } from './use-asked.ts'
import { useReport } from './use-report.ts'

const types = [ComplaintType.complaint, ComplaintType.feedback]

/** Says something about a facility. Everything but the words is optional, and what is filled in stays on the phone until it has arrived. */
export function ReportPage({ facilityCode }: { facilityCode: string }) {
  const { t } = useTexts()
  const facility = useAsked<Output<typeof getFacilityByCode>>(placeOf(citizenPaths.facility, { facilityCode }))
  const { draft, change, state, send, sentCode, startAnew } = useReport(facilityCode, facility.data?.name ?? '')
  const [isSendingPhotos, setSendingPhotos] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const content = useRef<HTMLTextAreaElement>(null)
  const [contentId, contentHintId, nameId, contactId] = [useId(), useId(), useId(), useId()]

  if (sentCode) return <Sent code={sentCode} onAnother={startAnew} />
  if (facility.error instanceof Refusal) return <Problem text={facility.error.message} hint={t('unknownHint')} />

  function submit() {
    setMissing(draft.content.trim() === '')
    if (draft.content.trim()) return void send()
    content.current?.focus()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <section className="facility" aria-busy={!facility.data}>
        <h2>{facility.data?.name ?? t('loading')}</h2>
        <p>{facility.data ? `${facility.data.facilityTypeName} · ${facility.data.address}` : '…'}</p>
        <p>{facility.data && t('lookedAfter', { unit: facility.data.unitName })}</p>
      </section>
      {facility.error !== undefined && <Problem text={t('offline')} hint={t('offlineHint')} onRetry={facility.again} />}

      <fieldset className="types">
        <legend>{t('type')}</legend>
        {types.map((type) => (
          <label key={type}>
            <input type="radio" name="type" checked={draft.eventType === type} onChange={() => change({ eventType: type })} />
            <span>
              <strong>{t(`types.${type}.name`)}</strong>
              <small>{t(`types.${type}.hint`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <Nearby facilityCode={facilityCode} eventType={draft.eventType} />

      <div className="field">
        <label htmlFor={contentId}>{t('content')}</label>
        <textarea
          id={contentId}
          ref={content}
          rows={5}
          required
          maxLength={reportLimits.content}
          placeholder={t('contentHint')}
          aria-invalid={isMissing}
          aria-describedby={contentHintId}
          value={draft.content}
          onChange={({ target }) => {
            change({ content: target.value })
            setMissing(false)
          }}
        />
        <p id={contentHintId} className={isMissing ? 'wrong' : 'hint'} role={isMissing ? 'alert' : undefined}>
          {isMissing ? t('contentMissing') : t('kept', { n: draft.content.length, most: reportLimits.content })}
        </p>
      </div>

      <PhotoField
        facilityCode={facilityCode}
        names={draft.photos}
        onAdd={(name) => change(({ photos }) => ({ photos: [...photos, name] }))}
        onRemove={(name) => change(({ photos }) => ({ photos: photos.filter((one) => one !== name) }))}
        onBusy={setSendingPhotos}
      />
      <PositionField draft={draft} onChange={change} />

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
            onChange={({ target }) => change({ reportPerson: target.value })}
          />
        </div>
        <div className="field">
          <label htmlFor={contactId}>{t('contact.phone')}</label>
          <input
            id={contactId}
            type="tel"
            autoComplete="tel"
            maxLength={reportLimits.contact}
            value={draft.contactInformation}
            onChange={({ target }) => change({ contactInformation: target.value })}
          />
        </div>
      </details>

      <div className="send">
        {state.kind === 'lost' && <Problem text={t('lost')} hint={t('lostHint')} />}
        {state.kind === 'refused' && <Problem text={state.text} />}
        <button type="submit" className="primary" disabled={state.kind === 'sending' || isSendingPhotos}>
          {t(
            isSendingPhotos
              ? 'waitForPhotos'
              : state.kind === 'sending'
                ? 'sending'
                : state.kind === 'lost'
                  ? 'sendAgain'
                  : 'send',
          )}
        </button>
      </div>
    </form>
  )
}
