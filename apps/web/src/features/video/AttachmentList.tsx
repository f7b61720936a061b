import { DownloadOutlined, PlayCircleOutlined } from '@ant-design/icons'
import type { AlarmAttachment } from '@huanwei/contract/violations/endpoints'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFileUrls } from '../../lib/use-file-urls.ts'
import { Photos } from '../files/Photos.tsx'
import { ClipDialog } from './ClipList.tsx'
import './clips.css'

type Props = {
  /** The vehicle that they are of. */
  of: string
  attachments: readonly AlarmAttachment[]
  /** Files that may still come. */
  awaited: number
}

const isPlayable = ({ fileName }: AlarmAttachment) => fileName.endsWith('.mp4')
const isUnplayable = (one: AlarmAttachment) => one.kind === 'video' && !isPlayable(one)

/** Names a file of an alarm by its camera and the time of the alarm. */
export function useAttachmentName() {
  const { t } = useTranslation('video')
  const cameraOf = ({ channel }: AlarmAttachment) => {
    if (channel === 64) return t('attachment.ahead')
    if (channel === 65) return t('attachment.driver')
    return channel ? `${t('channel')} ${channel}` : ''
  }
  return (one: AlarmAttachment) => [cameraOf(one), one.time].filter(Boolean).join(' · ')
}

/** What a driving assistant kept of an alarm: pictures to look at, clips to play, the rest to keep as files. */
export function AttachmentList({ of, attachments, awaited }: Props) {
  const { t } = useTranslation('video')
  const [open, setOpen] = useState<AlarmAttachment>()
  const nameOf = useAttachmentName()
  const pictures = attachments.filter(({ kind }) => kind === 'picture')
  const others = attachments.filter(({ kind }) => kind !== 'picture')
  const urlOf = useFileUrls(others.filter((one) => !isPlayable(one)).map(({ fileName }) => fileName))
  const captionOf = (name: string) => {
    const picture = pictures.find(({ fileName }) => fileName === name)
    return picture && nameOf(picture)
  }
  return (
    <>
      <Photos of={of} names={pictures.map(({ fileName }) => fileName)} captionOf={captionOf} />
      {others.length > 0 && (
        <ul className="clips" aria-label={t('attachment.title')}>
          {others.map((one) => (
            <li key={one.id}>
              {isPlayable(one) ? (
                <Button
                  size="small"
                  icon={<PlayCircleOutlined aria-hidden />}
                  aria-haspopup="dialog"
                  onClick={() => setOpen(one)}
                >
                  {nameOf(one)}
                </Button>
              ) : (
                <Button size="small" icon={<DownloadOutlined aria-hidden />} href={urlOf(one.fileName)} download={one.original}>
                  {`${t(`attachment.kinds.${one.kind}`)} ${nameOf(one)}`}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.some(isUnplayable) && <p className="drawer-note">{t('attachment.unplayable')}</p>}
      {awaited > 0 && <p className="drawer-note">{t('attachment.awaited', { count: awaited })}</p>}
      {open && (
        <ClipDialog
          clip={{ ...open, startTime: open.time, endTime: null }}
          name={`${of} ${nameOf(open)}`}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
