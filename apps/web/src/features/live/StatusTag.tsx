import type { Status } from '@huanwei/contract/live/codes'
import { useTranslation } from 'react-i18next'
import { statusLookOf } from './status.ts'
import './status.css'

type Props = { status: Status | null | undefined }

/** The round sign before a name; its word is there for screen readers and as a tooltip. */
export function StatusSign({ status }: Props) {
  const { t } = useTranslation('live')
  const { word, colour, path } = statusLookOf(status)
  return (
    <span
      className="status-sign"
      style={{ background: colour }}
      role="img"
      aria-label={t(`status.${word}`)}
      title={t(`status.${word}`)}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} fillRule="evenodd" />
      </svg>
    </span>
  )
}

/** Sign and word. */
export function StatusTag({ status }: Props) {
  const { t } = useTranslation('live')
  const { word, colour, path } = statusLookOf(status)
  return (
    <span className="status-tag" style={{ color: colour }}>
      <span className="status-sign" style={{ background: colour }}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={path} fillRule="evenodd" />
        </svg>
      </span>
      {t(`status.${word}`)}
    </span>
  )
}
