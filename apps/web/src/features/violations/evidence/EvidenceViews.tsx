import type { ViolationEvidence } from '@huanwei/contract/violations/endpoints'
import { useTranslation } from 'react-i18next'
import { useAttachmentName } from '../../video/AttachmentList.tsx'
import './violation-evidence.css'

type Props = { evidence: Pick<ViolationEvidence, 'views' | 'photos' | 'clips' | 'attachments'> }

/** Who opened which evidence, and who took the case out; nothing where nobody did. */
export function EvidenceViews({ evidence: { views, photos, clips, attachments } }: Props) {
  const { t } = useTranslation('violations')
  const nameOf = useAttachmentName()
  if (!views.length) return null
  const names = new Map([
    ...photos.map((photo) => [photo.fileName, t('views.picture', photo)] as const),
    ...clips.map(({ fileName, startTime: time, channel }) => [fileName, t('views.clip', { time, channel })] as const),
    ...attachments.map((one) => [one.fileName, t('views.attachment', { name: nameOf(one) })] as const),
  ])
  return (
    <details className="evidence-views">
      <summary>{`${t('views.title')} (${views.length})`}</summary>
      <ol aria-label={t('views.title')}>
        {views.map(({ createTime, userName, fileName }) => (
          <li key={`${createTime} ${userName} ${fileName}`}>
            <time dateTime={createTime.replace(' ', 'T')}>{createTime}</time> <strong>{userName}</strong>{' '}
            {fileName === null ? t('case.title') : names.get(fileName)}
          </li>
        ))}
      </ol>
    </details>
  )
}
