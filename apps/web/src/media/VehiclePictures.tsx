import type { Passageway } from '@huanwei/contract/trees/endpoints'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../lib/session.ts'
import { Segments } from '../ui/select/Segments.tsx'
import { LivePicture } from './LivePicture.tsx'
import { TalkButton } from './talk/TalkButton.tsx'

type Props = { vehicleId: number; plate: string; channels: readonly Passageway[] }

/** The live pictures of a vehicle, one channel at a time, once somebody wants to see them. */
export function VehiclePictures({ vehicleId, plate, channels }: Props) {
  const { t } = useTranslation('video')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(channels[0]?.passageway ?? 1)
  const mayTalk = useMay('admin_device_command')
  const section = useRef<HTMLElement>(null)
  // On a phone what is around it is scrolled, and the picture would open below its edge.
  useEffect(() => {
    if (isOpen) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const channel = channels.find(({ passageway }) => passageway === chosen) ?? channels[0]
  if (!channel) return null
  return (
    <section ref={section} className="live-pictures" aria-label={t('live')}>
      <Button size="small" autoInsertSpace={false} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'close' : 'live')}
      </Button>
      {isOpen && mayTalk && (
        <TalkButton key={`talk ${channel.passageway}`} vehicleId={vehicleId} channel={channel.passageway} label={plate} isNamed />
      )}
      {isOpen && channels.length > 1 && (
        <Segments
          size="small"
          aria-label={t('channel')}
          value={channel.passageway}
          options={channels.map(({ passageway, passagewayDescribe }) => ({ value: passageway, label: passagewayDescribe }))}
          onChange={setChosen}
        />
      )}
      {isOpen && (
        <LivePicture
          key={channel.passageway}
          vehicleId={vehicleId}
          channel={channel.passageway}
          stream="sub"
          label={t('pictureOf', { plate, channel: channel.passagewayDescribe })}
        />
      )}
    </section>
  )
}
