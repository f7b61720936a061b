import { useEffect, useRef, useState } from 'react'
import { Link } from './place.tsx'
import { useTexts } from './texts.ts'

/** It has arrived: the code to ask about it. */
export function Sent({ code, onAnother }: { code: string; onAnother: () => void }) {
  const { t } = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      (error) => console.info('huanwei: the browser does not copy', error),
    )
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="sent">
      <h2 ref={heading} tabIndex={-1}>
        {t('sent.title')}
      </h2>
      <p>{t('sent.hint')}</p>
      <output className="code" aria-label={t('sent.code')}>
        {inFours(code)}
      </output>
      {navigator.clipboard && (
        <button type="button" className="plain" onClick={() => void copy()}>
          {t(isCopied ? 'sent.copied' : 'sent.copy')}
        </button>
      )}
      <Link to={`/open/status/${code}`}>{t('sent.status')}</Link>
      <button type="button" className="plain" onClick={onAnother}>
        {t('sent.another')}
      </button>
    </section>
  )
}

/** Easier to read out: `ABCD EFGH …`. */
const inFours = (code: string) => code.match(/.{1,4}/g)?.join(' ') ?? code
