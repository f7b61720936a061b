import './exports.css'
import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  DeleteOutlined,
  DownloadOutlined,
  FileExcelOutlined,
  LoadingOutlined,
  PauseCircleOutlined,
  ReloadOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { Endpoint } from '@huanwei/contract/endpoint'
import { ExportStatus } from '@huanwei/contract/exports/codes'
import {
  cancelExport,
  type ExportJob,
  getExportUrl,
  listExports,
  removeExport,
  resumeExport,
} from '@huanwei/contract/exports/endpoints'
import { canResume, isUnfinished } from '@huanwei/contract/exports/rules'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { digits } from '../../i18n/digits.ts'
import { call } from '../../lib/api.ts'
import { saveFrom } from '../../lib/save.ts'
import { useAct } from '../../lib/send.ts'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { ListEmpty } from '../../ui/list/ListNotice.tsx'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'
import { useFigure } from '../parameters/use-figure.ts'
import { percentOf, useExports } from './watched.ts'

const looks: Record<ExportStatus, { tone: Tone; icon: ReactNode }> = {
  [ExportStatus.waiting]: { tone: 'plain', icon: <ClockCircleOutlined /> },
  [ExportStatus.running]: { tone: 'plain', icon: <LoadingOutlined /> },
  [ExportStatus.done]: { tone: 'good', icon: <CheckCircleOutlined /> },
  [ExportStatus.cancelled]: { tone: 'warn', icon: <PauseCircleOutlined /> },
  [ExportStatus.failed]: { tone: 'bad', icon: <CloseCircleOutlined /> },
}

type Props = {
  onClose: () => void
  /** The id of the one that is shown; without it all. */
  only?: number
}

/** The person's exports: how far they are, and what can be done with each. */
export function ExportsDrawer({ onClose, only }: Props) {
  const { t } = useTranslation(['exports', 'list', 'common'])
  const list = useExports()
  const keptDays = useFigure('export_kept_days')
  const jobs = list.data?.filter(({ id }) => only === undefined || id === only)
  return (
    <DrawerFrame title={t('title')} asked={list} onClose={onClose}>
      {jobs?.length === 0 ? (
        <ListEmpty title={t('none')} hint={t('noneHint')} />
      ) : (
        <>
          <p className="exports-hint">{t('kept', { days: keptDays })}</p>
          <ul className="exports" aria-label={t('title')}>
            {jobs?.map((job) => (
              <ExportLine key={job.id} job={job} />
            ))}
          </ul>
        </>
      )}
    </DrawerFrame>
  )
}

function ExportLine({ job }: { job: ExportJob }) {
  const { t, i18n } = useTranslation('exports')
  const { id, name, status, done, total, error, createTime } = job
  const percent = percentOf(job)
  const number = (figure: number) => digits(figure, i18n.language)
  const rows = total === null ? t('counting') : t('rows', { done: number(done), total: number(total) })
  const isPacking = status === ExportStatus.running && percent === 100
  const act = { id, name }
  return (
    <li>
      <FileExcelOutlined aria-hidden className="exports-sign" />
      <div className="exports-text">
        <strong>{name}</strong>
        <span className="exports-when">
          {createTime} · {isPacking ? t('packing') : status === ExportStatus.waiting ? t('waitingHint') : rows}
        </span>
        {isUnfinished(status) && (
          <progress max={100} {...(percent !== null && { value: percent })} aria-label={t('progress', { name })} />
        )}
        {error && <span className="exports-error">{error}</span>}
      </div>
      <ListTag {...looks[status]} text={t(`status.${status}`)} />
      <span className="exports-acts">
        {status === ExportStatus.done && (
          <Button type="primary" icon={<DownloadOutlined />} onClick={() => void download(id)} aria-label={t('downloadOf', act)}>
            {t('download')}
          </Button>
        )}
        {isUnfinished(status) && <Act {...act} endpoint={cancelExport} act="cancel" icon={<StopOutlined />} />}
        {canResume(status) && <Act {...act} endpoint={resumeExport} act="resume" icon={<ReloadOutlined />} />}
        {!isUnfinished(status) && <Act {...act} endpoint={removeExport} act="remove" icon={<DeleteOutlined />} />}
      </span>
    </li>
  )
}

type ActProps = {
  id: number
  name: string
  endpoint: Endpoint<typeof cancelExport.input, z.ZodType>
  act: 'cancel' | 'resume' | 'remove'
  icon: ReactNode
}

function Act({ id, name, endpoint, act, icon }: ActProps) {
  const { t } = useTranslation('exports')
  const send = useAct(endpoint, [listExports])
  const words = t(`${act}Of`, { name })
  return (
    <Button icon={icon} title={words} aria-label={words} onClick={() => void send({ id })}>
      {act === 'remove' ? null : t(act)}
    </Button>
  )
}

/** The browser fetches the sheet itself, however large it is. What is refused is on the screen already. */
async function download(id: number) {
  const { url } = await call(getExportUrl, { id }).catch(() => ({ url: undefined }))
  if (url) saveFrom(url)
}
