import { mostChannels } from '@huanwei/contract/terminals/codes'
import { listPhotos, type Terminal, takePhoto } from '@huanwei/contract/terminals/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { InputNumber, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { ListPager } from '../../ui/list/ListPager.tsx'
import { Photos } from '../files/Photos.tsx'
import { CommandOutcome } from './CommandOutcome.tsx'
import { useCommand } from './use-command.ts'
import './terminals.css'

/** A picture comes some seconds after the terminal confirmed, ms. */
const againMs = 3000

/** The pictures that a terminal took on what it is on, each with its time and place; one more can be asked for. */
export function TerminalPhotos({ device }: { device: Terminal }) {
  const { t } = useTranslation('terminals')
  const { id, terminalNo } = device
  const mayCommand = useMay('admin_device_command')
  const [wanted, setWanted] = useState({ current: 1, size: 10 })
  const list = useQuery({
    ...query(listPhotos, { id, ...wanted }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  })
  if (list.isError) return <LoadFailed title={t('photosFailed')} error={list.error} onRetry={() => void list.refetch()} />
  const photos = list.data?.records ?? []
  const ofName = new Map(photos.map((photo) => [photo.fileName, photo]))
  return (
    <>
      {mayCommand && <TakePhoto device={device} />}
      {list.isPending && <Skeleton active />}
      {list.data?.total === 0 && <ListEmpty title={t('noPhotos')} hint={t('noPhotosHint')} />}
      <Photos
        of={terminalNo}
        names={photos.map(({ fileName }) => fileName)}
        captionOf={(name) => {
          const photo = ofName.get(name)
          if (!photo) return null
          const { time, received, channel, event, address } = photo
          return (
            <>
              <time>{time ?? received}</time>
              <span>{t('photoOf', { channel, event: t(`photoEvents.${event}`, { defaultValue: String(event) }) })}</span>
              <span>{address || t('noPlace')}</span>
            </>
          )
        }}
      />
      <ListPager {...wanted} total={list.data?.total ?? 0} onPage={setWanted} />
    </>
  )
}

function TakePhoto({ device: { id, online } }: { device: Terminal }) {
  const { t } = useTranslation('terminals')
  const [channel, setChannel] = useState(1)
  const { outcome, order } = useCommand(takePhoto, [listPhotos])
  return (
    <section className="terminal-form">
      <InputNumber
        aria-label={t('channel')}
        prefix={t('channel')}
        {...{ min: 1, max: mostChannels, precision: 0, value: channel }}
        onChange={(value) => setChannel(value ?? 1)}
      />
      <CommandOutcome outcome={outcome} isPhoto>
        {t(online ? 'photoHint' : 'away')}
      </CommandOutcome>
      <ActionButton type="primary" disabled={!online} onAct={() => order({ id, channel })}>
        {t('takePhoto')}
      </ActionButton>
    </section>
  )
}
