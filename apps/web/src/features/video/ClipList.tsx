import { DownloadOutlined } from '@ant-design/icons'
import type { Recording } from '@huanwei/contract/video/endpoints'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lastingText, parseTime } from '../../lib/time.ts'
import { useFileUrls } from '../../lib/use-file-urls.ts'
import './clips.css'

/** A recording that has ended. */
export type Clip = Pick<Recording, 'id' | 'channel' | 'cause' | 'startTime' | 'endTime' | 'fileName' | 'fileSize' | 'sha256'>

type Props = {
  /** Accessible name of the list. */
  label: string
  clips: readonly Clip[]
  /** Names a clip, for those who do not see it. */
  nameOf: (clip: Clip) => string
}

const secondsOf = ({ startTime, endTime }: Clip) => Math.max(1, (parseTime(endTime ?? startTime) - parseTime(startTime)) / 1000)

/** Recordings of the server, each to be played in a dialog and kept as a file. */
export function ClipList({ label, clips, nameOf }: Props) {
  const { t } = useTranslation('video')
  const [open, setOpen] = useState<Clip>()
  return (
    <>
      <ul className="clips" aria-label={label}>
        {clips.map((clip) => (
          <li key={clip.id}>
            <Button size="small" danger={clip.cause === 'alarm'} aria-haspopup="dialog" onClick={() => setOpen(clip)}>
              {clip.startTime.slice(11)}
              {clip.cause !== 'demand' && ` · ${t(`clip.${clip.cause}`)}`}
            </Button>{' '}
            <small>{lastingText(secondsOf(clip))}</small>
          </li>
        ))}
      </ul>
      {open && <ClipDialog clip={open} name={nameOf(open)} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** Plays a clip, and offers it as a file. */
export function ClipDialog({ clip, name, onClose }: { clip: Omit<Clip, 'cause'>; name: string; onClose: () => void }) {
  const { t, i18n } = useTranslation('video')
  const { fileName, fileSize, sha256, startTime, endTime } = clip
  const url = useFileUrls(fileName ? [fileName] : [])(fileName ?? '')
  const [isBroken, setBroken] = useState(false)
  const [unit, bytes] = fileSize < 1_000_000 ? (['kilobyte', 1000] as const) : (['megabyte', 1_000_000] as const)
  const size = new Intl.NumberFormat(i18n.language, { style: 'unit', unit, maximumFractionDigits: 1 })
  return (
    <Modal
      open
      centered
      width={760}
      title={<span className="clip-name">{name}</span>}
      onCancel={onClose}
      footer={
        url && (
          <Button type="primary" icon={<DownloadOutlined aria-hidden />} href={url} download={`${name}.mp4`.replaceAll(':', '-')}>
            {t('clip.download')}
          </Button>
        )
      }
    >
      <div className="clip-stage">
        {isBroken ? (
          <p role="alert">{t('clip.broken')}</p>
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: cameras of vehicles have no words
          url && <video src={url} controls autoPlay playsInline aria-label={name} onError={() => setBroken(true)} />
        )}
      </div>
      <p className="clip-facts">
        {startTime}
        {endTime && ` – ${endTime.slice(11)}`} · {size.format(fileSize / bytes)}
        <br />
        {t('clip.hash')} <code>{sha256}</code>
      </p>
    </Modal>
  )
}
