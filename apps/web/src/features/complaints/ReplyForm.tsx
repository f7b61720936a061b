import { useTranslation } from 'react-i18next'
import { WordsField } from '../../ui/form/WordsField.tsx'
import { PhotoUpload } from '../files/PhotoUpload.tsx'

type Draft = { text: string; pictures: string[] }
type Props = { draft: Draft; onDraft: (draft: Draft) => void; isMissing: boolean }

const mostPictures = 6

/** The reply: words, and pictures of what was done. Source: spec 1, sections 2.6 and 5. */
export function ReplyForm({ draft, onDraft, isMissing }: Props) {
  const { t } = useTranslation('complaints')
  return (
    <div className="drawer-form">
      <WordsField
        label={t('reply.content')}
        hint={t('reply.hint')}
        error={isMissing && t('refusal.replyMissing')}
        value={draft.text}
        onChange={(text) => onDraft({ ...draft, text })}
        rows={3}
        maxLength={1000}
      />
      <PhotoUpload
        label={t('reply.pictures')}
        value={draft.pictures}
        max={mostPictures}
        onChange={(pictures) => onDraft({ ...draft, pictures })}
      />
    </div>
  )
}
