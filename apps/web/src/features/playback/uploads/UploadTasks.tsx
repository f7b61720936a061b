import { CloudUploadOutlined } from '@ant-design/icons'
import { listUploads } from '@huanwei/contract/video/endpoints'
import { isUploadOpen } from '@huanwei/contract/video/rules'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../../lib/api.ts'
import { LoadFailed } from '../../../ui/list/ListNotice.tsx'
import { UploadLine } from './UploadLine.tsx'
import './uploads.css'

type Props = {
  vehicleId: number
  nameOf: (upload: { channel: number; startTime: string }) => string
  /** Begins a new one; absent for who may not. */
  onUpload: (() => void) | undefined
}

/** How often the page asks how far uploads are, ms: while one is open, and while others may begin one. */
const [busyMs, quietMs] = [2000, 20_000]

/** Uploads of a vehicle's recordings to the server: how far each is, what can be done with it, and its files. */
export function UploadTasks({ vehicleId, nameOf, onUpload }: Props) {
  const { t } = useTranslation('playback')
  const { data, error, refetch } = useQuery({
    ...query(listUploads, { vehicleId }),
    refetchInterval: ({ state }) => (state.data?.some((one) => isUploadOpen(one.state)) ? busyMs : quietMs),
  })
  if (error && !data) return <LoadFailed title={t('failed')} error={error} onRetry={refetch} />
  return (
    <section className="playback-uploads" aria-label={t('uploads')}>
      <header>
        <h3>{t('uploads')}</h3>
        {data?.length === 0 && <p>{t('upload.none')}</p>}
        {onUpload && (
          <Button size="small" icon={<CloudUploadOutlined aria-hidden />} aria-haspopup="dialog" onClick={onUpload}>
            {t('upload')}
          </Button>
        )}
      </header>
      {data && data.length > 0 && (
        <ul aria-label={t('uploads')}>
          {data.map((upload) => (
            <UploadLine key={upload.id} upload={upload} name={nameOf(upload)} mayControl={onUpload !== undefined} />
          ))}
        </ul>
      )}
    </section>
  )
}
