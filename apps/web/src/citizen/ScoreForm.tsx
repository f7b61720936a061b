import { citizenPaths, longestScoreRemark, scores } from '@huanwei/contract/complaints/codes'
import { useId, useState } from 'react'
import { ask, placeOf, ServerRefusal } from './ask.ts'
import { ProblemNote } from './ProblemNote.tsx'
import { useTexts } from './texts.ts'

type Score = (typeof scores)[number]
type Props = { reportCode: string; onScored: () => void }

/** Five stars and a remark to say once how satisfied the answer leaves the citizen; chosen first and sent then, since it stays. */
export function ScoreForm({ reportCode, onScored }: Props) {
  const { t, language } = useTexts()
  const [chosen, setChosen] = useState<Score>()
  const [remark, setRemark] = useState('')
  const remarkId = useId()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(score: Score) {
    setSending(true)
    setProblem(undefined)
    try {
      await ask<boolean>(placeOf(citizenPaths.score, { reportCode }), language, { score, remark })
      onScored()
    } catch (error) {
      setProblem(error instanceof ServerRefusal ? error.message || t('failed') : t('offline'))
    }
    setSending(false)
  }
  return (
    <form
      className="score"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) void send(chosen)
      }}
    >
      <fieldset>
        <legend>{t('score.ask')}</legend>
        {scores.map((score) => (
          <label
            key={score}
            className="score-star"
            data-full={score <= (chosen ?? 0) ? '' : undefined}
            title={t(`score.${score}`)}
          >
            <input
              className="score-input"
              type="radio"
              name="score"
              aria-label={t(`score.${score}`)}
              checked={score === chosen}
              onChange={() => setChosen(score)}
            />
            <span aria-hidden="true">★</span>
          </label>
        ))}
      </fieldset>
      {chosen && (
        <>
          <p>{t(`score.${chosen}`)}</p>
          <div className="field">
            <label htmlFor={remarkId}>{t('score.remark')}</label>
            <textarea
              id={remarkId}
              rows={2}
              maxLength={longestScoreRemark}
              value={remark}
              onChange={({ target }) => setRemark(target.value)}
            />
          </div>
          <button type="submit" disabled={isSending}>
            {t(isSending ? 'sending' : 'send')}
          </button>
        </>
      )}
      {problem && <ProblemNote text={problem} />}
    </form>
  )
}

/** The satisfaction that was said, with what was added. */
export function ScoreSaid({ score, remark }: { score: number; remark: string }) {
  const { t } = useTexts()
  return (
    <p className="score-said" role="status">
      <span className="score-given" aria-hidden="true">
        {'★'.repeat(score)}
      </span>{' '}
      {scores.map((one) => one === score && t(`score.${one}`))} · {t('score.thanks')}
      {remark && <q>{remark}</q>}
    </p>
  )
}
