import { ComplaintStatus, citizenPaths } from '@huanwei/contract/complaints/codes'
import type { getReportStatus } from '@huanwei/contract/complaints/endpoints'
import type { Output } from '@huanwei/contract/endpoint'
import { useId, useState } from 'react'
import { placeOf, ServerRefusal } from './ask.ts'
import { readSent } from './draft.ts'
import { ProblemNote } from './ProblemNote.tsx'
import { go, Link } from './place.tsx'
import { ScoreForm, ScoreSaid } from './ScoreForm.tsx'
import { useTexts } from './texts.ts'
import { useAsked } from './use-asked.ts'
import './status.css'

/** Progress of a report by its code; without one, a field to enter it. */
export function StatusPage({ reportCode }: { reportCode: string }) {
  const { t } = useTexts()
  const found = useAsked<Output<typeof getReportStatus>>(reportCode ? placeOf(citizenPaths.status, { reportCode }) : null)
  return (
    <>
      {!reportCode ? null : found.data ? (
        <Progress reportCode={reportCode} report={found.data} onAgain={found.again} />
      ) : found.error instanceof ServerRefusal ? (
        <ProblemNote text={found.error.message || t('failed')} hint={t('codeHint')} />
      ) : found.error !== undefined ? (
        <ProblemNote text={t('offline')} hint={t('offlineHint')} onRetry={found.again} />
      ) : (
        <p aria-busy="true">{t('loading')}</p>
      )}
      <CodeForm />
    </>
  )
}

type ProgressProps = { reportCode: string; report: Output<typeof getReportStatus>; onAgain: () => void }

function Progress({ reportCode, report, onAgain }: ProgressProps) {
  const { t } = useTexts()
  const isHandled = report.status === ComplaintStatus.handled
  return (
    <section className="progress-of">
      <p className="state" data-handled={isHandled ? '' : undefined}>
        {t(isHandled ? 'state.handled' : 'state.waiting')}
      </p>
      <h2>{report.facilityName}</h2>
      <p className="hint">
        {t(`types.${report.eventType}.name`)} · {report.eventTime}
      </p>
      <blockquote>{report.content}</blockquote>
      {report.work && <WorkProgress {...report} work={report.work} isHandled={isHandled} />}
      {isHandled ? (
        <>
          <h3>{t('answer')}</h3>
          <p className="hint">{report.resultTime}</p>
          <blockquote className="answer">{report.resultContent}</blockquote>
          <Pictures urls={report.resultUrls} of={t('answer')} />
          {report.score === null ? (
            <ScoreForm reportCode={reportCode} onScored={onAgain} />
          ) : (
            <ScoreSaid score={report.score} remark={report.scoreRemark} />
          )}
        </>
      ) : (
        <button type="button" onClick={onAgain}>
          {t('refresh')}
        </button>
      )}
    </section>
  )
}

type WorkProps = Pick<Output<typeof getReportStatus>, 'beforeUrls' | 'afterUrls'> & {
  work: NonNullable<Output<typeof getReportStatus>['work']>
  isHandled: boolean
}

/** The work that the report led to: its state, and once it is answered what it looked like before and after. */
function WorkProgress({ work: { state, time }, isHandled, beforeUrls, afterUrls }: WorkProps) {
  const { t } = useTexts()
  const photos = [
    { of: t('work.before'), urls: beforeUrls },
    { of: t('work.after'), urls: afterUrls },
  ]
  return (
    <>
      <h3>{t('work')}</h3>
      <p>
        {t(state === 'done' && isHandled ? 'work.answered' : `work.${state}`)} <span className="hint">{time}</span>
      </p>
      <div className="work-pictures">
        {photos.map(
          ({ of, urls }) =>
            urls.length > 0 && (
              <figure key={of}>
                <figcaption className="hint">{of}</figcaption>
                <Pictures urls={urls} of={of} />
              </figure>
            ),
        )}
      </div>
    </>
  )
}

/** Pictures to open; `of` says what they show. */
function Pictures({ urls, of }: { urls: readonly string[]; of: string }) {
  const { t } = useTexts()
  return (
    <ul className="pictures">
      {urls.map((url, i) => (
        <li key={url}>
          <a href={url}>
            <img src={url} alt={`${of} · ${t('photo.n', { n: i + 1 })}`} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Letters and digits as the code has them, whatever stands between. */
const plain = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, '')

function CodeForm() {
  const { t } = useTexts()
  const id = useId()
  const [text, setText] = useState('')
  const sent = readSent()
  return (
    <form
      className="ask"
      onSubmit={(event) => {
        event.preventDefault()
        if (plain(text)) go(`/open/status/${plain(text)}`)
      }}
    >
      <div className="field">
        <label htmlFor={id}>{t('enterCode')}</label>
        <input
          id={id}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <button type="submit">{t('ask')}</button>
      {sent.length > 0 && (
        <>
          <h3>{t('sentHere')}</h3>
          <ul>
            {sent.map(({ code, facilityName, time }) => (
              <li key={code}>
                <Link to={`/open/status/${code}`}>{`${facilityName} · ${new Date(time).toLocaleString()}`}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </form>
  )
}
