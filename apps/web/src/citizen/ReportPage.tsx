import { citizenPaths } from '@huanwei/contract/complaints/codes'
import type { getFacilityByCode } from '@huanwei/contract/complaints/endpoints'
import type { Output } from '@huanwei/contract/endpoint'
import { useRef, useState } from 'react'
import { placeOf, ServerRefusal } from './ask.ts'
import { Nearby } from './Nearby.tsx'
import { PhotoField } from './PhotoField.tsx'
import { PositionField } from './PositionField.tsx'
import { ProblemNote } from './ProblemNote.tsx'
import { ContactFields, ContentField, TypeField } from './ReportFields.tsx'
import { Sent } from './Sent.tsx'
import { useTexts } from './texts.ts'
import { useAsked } from './use-asked.ts'
import { type ReportState, useReport } from './use-report.ts'

type Facility = Output<typeof getFacilityByCode>

/** Says something about a facility. Everything but the words is optional, and what is filled in stays on the phone until it has arrived. */
export function ReportPage({ facilityCode }: { facilityCode: string }) {
  const { t } = useTexts()
  const facility = useAsked<Facility>(placeOf(citizenPaths.facility, { facilityCode }))
  const { draft, change, state, send, sentCode, startAnew } = useReport(facilityCode, facility.data?.name ?? '')
  const [isSendingPhotos, setSendingPhotos] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const content = useRef<HTMLTextAreaElement>(null)

  if (sentCode) return <Sent code={sentCode} onAnother={startAnew} />
  if (facility.error instanceof ServerRefusal) return <ProblemNote text={facility.error.message} hint={t('unknownHint')} />

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
      <FacilityHead facility={facility.data} />
      {facility.error !== undefined && <ProblemNote text={t('offline')} hint={t('offlineHint')} onRetry={facility.again} />}
      <TypeField value={draft.eventType} onChange={(eventType) => change({ eventType })} />
      <Nearby facilityCode={facilityCode} eventType={draft.eventType} />
      <ContentField
        value={draft.content}
        isMissing={isMissing}
        field={content}
        onChange={(next) => {
          change({ content: next })
          setMissing(false)
        }}
      />
      <PhotoField
        facilityCode={facilityCode}
        names={draft.photos}
        onAdd={(name) => change(({ photos }) => ({ photos: [...photos, name] }))}
        onRemove={(name) => change(({ photos }) => ({ photos: photos.filter((one) => one !== name) }))}
        onBusy={setSendingPhotos}
      />
      <PositionField draft={draft} onChange={change} />
      <ContactFields draft={draft} onChange={change} />
      <SendBar state={state} isSendingPhotos={isSendingPhotos} />
    </form>
  )
}

function FacilityHead({ facility }: { facility: Facility | undefined }) {
  const { t } = useTexts()
  return (
    <section className="facility" aria-busy={!facility}>
      <h2>{facility?.name ?? t('loading')}</h2>
      <p>{facility ? `${facility.facilityTypeName} · ${facility.address}` : '…'}</p>
      <p>{facility && t('lookedAfter', { unit: facility.unitName })}</p>
    </section>
  )
}

const sendTexts = { writing: 'send', refused: 'send', sending: 'sending', lost: 'sendAgain' } as const

/** The button that sends, below the reason why the last try did not arrive. */
function SendBar({ state, isSendingPhotos }: { state: ReportState; isSendingPhotos: boolean }) {
  const { t } = useTexts()
  return (
    <div className="send">
      {state.kind === 'lost' && <ProblemNote text={t('lost')} hint={t('lostHint')} />}
      {state.kind === 'refused' && <ProblemNote text={state.text} />}
      <button type="submit" className="primary" disabled={state.kind === 'sending' || isSendingPhotos}>
        {t(isSendingPhotos ? 'waitForPhotos' : sendTexts[state.kind])}
      </button>
    </div>
  )
}
