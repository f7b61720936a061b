import {
  CaretRightOutlined,
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  CloudUploadOutlined,
  DownloadOutlined,
  LoadingOutlined,
  PauseCircleOutlined,
  PauseOutlined,
  PlayCircleOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { type UploadAct, uploadActs, type VideoUploadState } from '@huanwei/contract/video/codes'
import { controlUpload, listUploads, type VideoUpload } from '@huanwei/contract/video/endpoints'
import { isUploadOpen, mayControlUpload } from '@huanwei/contract/video/rules'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../lib/send.ts'
import { useFileUrls } from '../../../lib/use-file-urls.ts'
import { ActionButton } from '../../../ui/form/ActionButton.tsx'
import { ListTag, type Tone } from '../../../ui/list/ListTag.tsx'
import { ClipDialog } from '../../video/ClipList.tsx'

const looks: Record<VideoUploadState, { tone: Tone; icon: ReactNode }> = {
  waiting: { tone: 'plain', icon: <ClockCircleOutlined /> },
  asked: { tone: 'plain', icon: <LoadingOutlined /> },
  uploading: { tone: 'plain', icon: <CloudUploadOutlined /> },
  paused: { tone: 'warn', icon: <PauseCircleOutlined /> },
  done: { tone: 'good', icon: <CheckCircleOutlined /> },
  failed: { tone: 'bad', icon: <CloseCircleOutlined /> },
  cancelled: { tone: 'plain', icon: <StopOutlined /> },
}
const icons: Record<UploadAct, ReactNode> = {
  pause: <PauseOutlined aria-hidden />,
  resume: <CaretRightOutlined aria-hidden />,
  cancel: <StopOutlined aria-hidden />,
}

type Props = {
  upload: VideoUpload
  /** What is uploaded. */
  name: string
  mayControl: boolean
}

/** One upload: its state, how far it is, its buttons and its files. */
export function UploadLine({ upload, name, mayControl }: Props) {
  const { t, i18n } = useTranslation('playback')
  const { id, state, failure, bytes, expected, files, startTime, endTime, createBy } = upload
  const control = useAct(controlUpload, [listUploads])
  const megabytes = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  const sizeOf = (size: number) => megabytes.format(size / 1_000_000)
  // The terminal's list tells the size only roughly: the end is what the terminal says.
  const percent = expected > 0 ? Math.min(99, Math.floor((bytes / expected) * 100)) : undefined
  return (
    <li>
      <div className="playback-upload-of">
        <span>
          {name}–{endTime.startsWith(startTime.slice(0, 10)) ? endTime.slice(11) : endTime}
        </span>
        <small>
          {[bytes > 0 && sizeOf(bytes), percent !== undefined && isUploadOpen(state) && `${percent}%`, createBy]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {isUploadOpen(state) && (
        <progress
          max={100}
          {...((percent !== undefined || state !== 'uploading') && { value: percent ?? 0 })}
          aria-label={t('upload.progress', { name })}
        />
      )}
      <ListTag {...looks[state]} text={failure ? t(`upload.failure.${failure}`) : t(`upload.state.${state}`)} />
      <span className="playback-upload-acts">
        {mayControl &&
          uploadActs
            .filter((act) => mayControlUpload(state, act))
            .map((act) => (
              <ActionButton
                key={act}
                size="small"
                icon={icons[act]}
                title={t(`upload.${act}`)}
                aria-label={t('upload.actOf', { act: t(`upload.${act}`), name })}
                onAct={() => control({ id, act })}
              />
            ))}
        {files.map((file) => (
          <UploadedFile key={file.id} file={file} of={upload} name={name} size={sizeOf(file.fileSize)} />
        ))}
      </span>
    </li>
  )
}

type FileProps = { file: VideoUpload['files'][number]; of: VideoUpload; name: string; size: string }

/** A file that has come whole: to play where the page can, else to keep. */
function UploadedFile({ file: { isPlayable, original, ...file }, of, name, size }: FileProps) {
  const { t } = useTranslation('playback')
  const [isOpen, setOpen] = useState(false)
  const url = useFileUrls(isPlayable ? [] : [file.fileName])(file.fileName)
  const words = (act: string) => ({ title: original, 'aria-label': t('upload.actOf', { act, name: original }) })
  if (!isPlayable)
    return (
      <Button
        size="small"
        icon={<DownloadOutlined aria-hidden />}
        href={url}
        download={original}
        {...words(t('upload.download'))}
      >
        {size}
      </Button>
    )
  const { channel, startTime, endTime } = of
  return (
    <>
      <Button
        size="small"
        icon={<PlayCircleOutlined aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...words(t('play'))}
      >
        {size}
      </Button>
      {isOpen && <ClipDialog clip={{ ...file, channel, startTime, endTime }} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}
