import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { WordsField } from '../../ui/form/WordsField.tsx'
import { ResultButton } from '../cleaning/causes/ResultButton.tsx'
import { PhotosField } from '../files/PhotosField.tsx'
import { KeyCap } from '../queues/desk/KeyCap.tsx'
import type { DraftFields } from '../queues/use-draft.ts'

/** `pictures` are names of stored photos, comma-separated. */
type Draft = { text: string; pictures: string }
export const emptyReply: Draft = { text: '', pictures: '' }

export const quickReplies = ['done', 'sent', 'elsewhere', 'notFound'] as const
/** Key of the first of them at the desk, where 1 leads to the words. */
export const firstQuickKey = 2

/** The reply: words, usual ones and the result of the work at a click, and pictures of what was done. Source: spec 1, sections 2.6 and 5. */
export function ReplyForm({ id, draft, onDraft, missing }: DraftFields<Draft> & { id: number }) {
  const { t } = useTranslation('complaints')
  return (
    <div className="drawer-form">
      <WordsField
        label={t('reply.content')}
        hint={t('reply.hint')}
        error={missing && t('refusal.replyMissing')}
        value={draft.text}
        onChange={(text) => onDraft({ ...draft, text })}
        rows={3}
        maxLength={1000}
      />
      <fieldset className="quick-replies" aria-label={t('reply.quick')}>
        <ResultButton
          kind={CauseKind.publicEvent}
          id={id}
          onTake={({ text }) => onDraft({ ...draft, text: draft.text + text })}
        />
        {quickReplies.map((name, i) => (
          <Button key={name} size="small" onClick={() => onDraft({ ...draft, text: draft.text + t(`reply.quick.${name}`) })}>
            {t(`reply.quick.${name}`)} <KeyCap name={String(i + firstQuickKey)} />
          </Button>
        ))}
      </fieldset>
      <PhotosField label={t('reply.pictures')} value={draft.pictures} onChange={(pictures) => onDraft({ ...draft, pictures })} />
    </div>
  )
}
