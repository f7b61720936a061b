import { CheckOutlined, CloudDownloadOutlined } from '@ant-design/icons'
import { type ServerEvidence as Held, keepServerEvidence, listServerEvidence } from '@huanwei/contract/video/endpoints'
import { getViolationEvidence } from '@huanwei/contract/violations/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useAct } from '../../lib/send.ts'
import { DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import './clips.css'

/** Photos and clips that the organisation's video server holds around a violation, each to be kept with the violation's own files; nothing where there are none. */
export function ServerEvidence({ violationEventId }: { violationEventId: number }) {
  const { t, i18n } = useTranslation('video')
  const { data, error, refetch } = useQuery(query(listServerEvidence, { violationEventId }))
  const keep = useAct(keepServerEvidence, [listServerEvidence, getViolationEvidence])
  const title = t('serverEvidence.title')
  const sizeOf = (size: number) => {
    const [unit, bytes] = size < 1_000_000 ? (['kilobyte', 1000] as const) : (['megabyte', 1_000_000] as const)
    return new Intl.NumberFormat(i18n.language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(size / bytes)
  }
  const nameOf = ({ kind, channel, time }: Held) =>
    [t(`attachment.kinds.${kind}`), channel > 0 && `${t('channel')} ${channel}`, time].filter(Boolean).join(' · ')
  if (error && !data)
    return (
      <DrawerPart title={title}>
        <LoadFailed title={t('serverEvidence.failed')} error={error} onRetry={refetch} />
      </DrawerPart>
    )
  if (!data?.length) return null
  return (
    <DrawerPart title={title}>
      <ul className="clips" aria-label={title}>
        {data.map((one) => (
          <li key={one.key}>
            {nameOf(one)} {one.size > 0 && <small>{sizeOf(one.size)}</small>}{' '}
            {one.isKept ? (
              <small>
                <CheckOutlined aria-hidden /> {t('serverEvidence.kept')}
              </small>
            ) : (
              <ActionButton
                size="small"
                icon={<CloudDownloadOutlined aria-hidden />}
                aria-label={t('serverEvidence.keepOf', { name: nameOf(one) })}
                onAct={() => keep({ violationEventId, key: one.key })}
              >
                {t('serverEvidence.keep')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </DrawerPart>
  )
}
