import { Input } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PhotoUpload } from '../../ui/PhotoUpload.tsx'

type Draft = { text: string; pictures: string[] }
type Props = { draft: Draft; onDraft: (draft: Draft) => void; isMissing: boolean }

const mostPictures = 6

/** The reply: words, and pictures of what was done. Source: spec 1, sections 2.6 and 5. */
export function ReplyForm({ draft, onDraft, isMissing }: Props) {
  const { t } = useTranslation('complaints')
  const [textId, errorId] = [useId(), useId()]
  return (
    <div className="drawer-form">
      <label htmlFor={textId}>{t('reply.content')}</label>
      <Input.TextArea
        id={textId}
        rows={3}
        maxLength={1000}
        placeholder={t('reply.hint')}
        status={isMissing ? 'error' : ''}
        aria-describedby={isMissing ? errorId : undefined}
        value={draft.text}
        onChange={({ target }) => onDraft({ ...draft, text: target.value })}
      />
      {isMissing && (
        <p id={errorId} className="drawer-error" role="alert">
          {t('reply.missing')}
        </p>
      )}
      <PhotoUpload
        label={t('reply.pictures')}
        value={draft.pictures}
        max={mostPictures}
        onChange={(pictures) => onDraft({ ...draft, pictures })}
      />
    </div>
  )
}
