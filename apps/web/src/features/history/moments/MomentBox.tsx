import { Input } from 'antd'
import { type FormEvent, type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseMoment } from './parse-moment.ts'

type Props = {
  box: Ref<HTMLInputElement>
  /** The moment shown, epoch ms. */
  shown: () => number
  /** Goes to a moment of any day, epoch ms. */
  onGo: (at: number) => void
}

/** A box to type a moment into; Enter goes there. */
export function MomentBox({ box, shown, onGo }: Props) {
  const { t } = useTranslation('history')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<'unread' | 'future'>()
  const hint = useId()
  function go(event: FormEvent) {
    event.preventDefault()
    const now = Date.now()
    const at = parseMoment(text, { shown: shown(), now })
    setProblem(at === undefined ? 'unread' : at > now ? 'future' : undefined)
    if (at === undefined || at > now) return
    setText('')
    onGo(at)
  }
  return (
    <form className="history-moment" onSubmit={go}>
      <Input
        size="small"
        ref={(input) => {
          const element = input?.input ?? null
          if (typeof box === 'function') box(element)
          else if (box) box.current = element
        }}
        aria-label={t('moment.label')}
        aria-keyshortcuts="T"
        aria-invalid={problem !== undefined}
        aria-describedby={problem && hint}
        title={t('moment.keys')}
        placeholder={t('moment.hint')}
        maxLength={30}
        status={problem ? 'error' : ''}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(undefined)
        }}
      />
      {problem && (
        <p id={hint} className="history-moment-problem" role="alert">
          {t(`moment.${problem}`)}
        </p>
      )}
    </form>
  )
}
