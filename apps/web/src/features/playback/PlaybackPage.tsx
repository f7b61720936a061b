import { EnvironmentOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { ObjectType } from '@huanwei/contract/objects'
import { dayMs } from '@huanwei/contract/time'
import { getVehicleData, type Passageway } from '@huanwei/contract/trees/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, DatePicker, Select, Spin, Tooltip } from 'antd'
import dayjs from 'dayjs'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useMay } from '../../lib/session.ts'
import { formatTime, parseTime } from '../../lib/time.ts'
import { ListEmpty, LoadFailed } from '../../ui/list/ListNotice.tsx'
import { officeScreen, useMedia } from '../../ui/list/use-media.ts'
import { Segments } from '../../ui/select/Segments.tsx'
import { objectTreeSelects } from '../objects/ObjectTreeSelect.tsx'
import { DayBar } from './DayBar.tsx'
import { EvidenceLane } from './EvidenceLane.tsx'
import { lastDay, type PlaybackSearch } from './playback-search.ts'
import { RecordedPlayer } from './RecordedPlayer.tsx'
import { ServerLane } from './ServerLane.tsx'
import { ServerRecordings } from './ServerRecordings.tsx'
import { recordedStretches } from './stretches.ts'
import { TrackBeside } from './TrackBeside.tsx'
import { TrackMoment } from './TrackMoment.tsx'
import { UploadDrawer } from './uploads/UploadDrawer.tsx'
import { UploadTasks } from './uploads/UploadTasks.tsx'
import { useRecordings } from './use-recordings.ts'
import { useServerRecordings } from './use-server-recordings.ts'
import { useVehicleEvidence } from './use-vehicle-evidence.ts'
import './playback.css'

const VehicleChoice = objectTreeSelects[ObjectType.vehicle]

/** What the terminals of vehicles have on their own disks: found by vehicle, day and channel, and played. */
export function PlaybackPage({ search, onSearch }: PageProps<PlaybackSearch>) {
  const { t } = useTranslation('playback')
  const { vehicle: vehicleId, day = lastDay() } = search
  const facts = useQuery({
    ...query(getVehicleData, { ids: vehicleId === undefined ? [] : [vehicleId] }),
    enabled: vehicleId !== undefined,
  })
  const vehicle = facts.data?.find(({ id }) => id === vehicleId)
  const channels = vehicle?.terminalPassageways ?? none
  const channel = channels.find(({ passageway }) => passageway === search.channel) ?? channels[0]
  const named = search.also?.split(',').map(Number) ?? none
  const also = channels.filter((one) => one !== channel && named.includes(one.passageway)).slice(0, mostBeside)
  return (
    <section className="playback" aria-label={t('title')}>
      <div className="playback-choice">
        <VehicleChoice
          label={t('vehicle')}
          value={vehicleId}
          onChange={(next) => onSearch({ vehicle: next, channel: undefined, at: undefined })}
        />
        <DayChoice day={day} onDay={(next) => onSearch({ day: next, at: undefined })} />
        {channels.length > 1 && channel && (
          <Segments
            aria-label={t('channel')}
            value={channel.passageway}
            options={channels.map(({ passageway, passagewayDescribe }) => ({ value: passageway, label: passagewayDescribe }))}
            onChange={(next) => onSearch({ channel: next })}
          />
        )}
        {channels.length > 1 && channel && (
          <Beside
            {...{ also }}
            others={channels.filter((one) => one !== channel)}
            onChange={(next) => onSearch({ also: next })}
          />
        )}
      </div>
      {vehicleId === undefined ? (
        <ListEmpty title={t('choose')} hint={t('chooseHint')} />
      ) : facts.error ? (
        <LoadFailed title={t('failed')} error={facts.error} onRetry={facts.refetch} />
      ) : !vehicle ? (
        !facts.isPending && <ListEmpty title={t('gone')} hint={t('chooseHint')} />
      ) : channel ? (
        <DayOfChannel
          key={`${vehicleId} ${channel.passageway} ${day}`}
          {...{ vehicleId, channel, channels, also, day }}
          plate={vehicle.plateNumber}
          at={search.at}
          onAt={(at) => onSearch({ at: formatTime(at) })}
        />
      ) : (
        <ListEmpty title={t('noCamera')} hint={t('noCameraHint')} />
      )}
    </section>
  )
}

/** Channels that are played in step with the chosen one, at most: a page shows four. */
const mostBeside = 3

type BesideProps = {
  others: readonly Passageway[]
  also: readonly Passageway[]
  /** By comma; none: undefined. */
  onChange: (also: string | undefined) => void
}

/** Which other channels are played too. */
function Beside({ others, also, onChange }: BesideProps) {
  const { t } = useTranslation('playback')
  return (
    <Select<number[]>
      className="playback-beside"
      mode="multiple"
      maxCount={mostBeside}
      aria-label={t('also')}
      placeholder={t('also')}
      value={also.map(({ passageway }) => passageway)}
      options={others.map(({ passageway: value, passagewayDescribe: label }) => ({ value, label }))}
      onChange={(next) => onChange(next.join(',') || undefined)}
    />
  )
}

/** A day that is over, or today. */
function DayChoice({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const { t } = useTranslation('playback')
  const step = (days: number) => onDay(formatTime(parseTime(`${day} 00:00:00`) + days * dayMs).slice(0, 10))
  const turn = (text: string, days: 1 | -1) => (
    <Tooltip title={text}>
      <Button
        icon={days < 0 ? <LeftOutlined /> : <RightOutlined />}
        aria-label={text}
        disabled={days > 0 && day >= lastDay()}
        onClick={() => step(days)}
      />
    </Tooltip>
  )
  return (
    <fieldset className="playback-days" aria-label={t('day')}>
      {turn(t('dayBefore'), -1)}
      <DatePicker
        aria-label={t('day')}
        allowClear={false}
        value={dayjs(day)}
        maxDate={dayjs(lastDay())}
        onChange={(next) => next && onDay(next.format('YYYY-MM-DD'))}
      />
      {turn(t('dayAfter'), 1)}
    </fieldset>
  )
}

/** What terminal and server have of one channel and day, and the way from one to the other. */
function DayOfChannel({ channels, ...props }: DayProps) {
  const { t } = useTranslation('playback')
  const { vehicleId, channel, day, plate } = props
  const found = useServerRecordings(vehicleId, channel.passageway, day)
  const evidence = useVehicleEvidence(vehicleId, day)
  const { marks } = evidence
  const mayCommand = useMay('admin_device_command')
  const [span, setSpan] = useState<Span>()
  const nameOf = ({ channel: number = channel.passageway, startTime }: { channel?: number; startTime: string }) => {
    const known = channels.find(({ passageway }) => passageway === number)
    return t('server.clip', { plate, channel: known?.passagewayDescribe ?? `CH${number}`, time: startTime })
  }
  const start = parseTime(`${day} 00:00:00`)
  const upload = mayCommand ? setSpan : undefined
  return (
    <>
      <Recordings
        {...props}
        lane={
          (found.clips?.length || marks.length > 0) && (
            <>
              {found.clips?.length ? <ServerLane {...{ start, nameOf }} clips={found.clips} /> : undefined}
              {marks.length > 0 && <EvidenceLane {...{ start, plate, marks }} />}
            </>
          )
        }
        onUpload={upload}
      />
      {evidence.error && <LoadFailed title={t('evidence.failed')} error={evidence.error} onRetry={evidence.refetch} />}
      <ServerRecordings {...{ found, nameOf }} />
      <UploadTasks
        {...{ vehicleId, nameOf }}
        onUpload={upload && (() => upload({ from: start, to: Math.min(start + dayMs - 1000, Date.now()) }))}
      />
      {span && (
        <UploadDrawer
          {...{ vehicleId, span }}
          channel={channel.passageway}
          label={`${plate} ${channel.passagewayDescribe}`}
          onClose={() => setSpan(undefined)}
        />
      )}
    </>
  )
}

/** Epoch ms. */
type Span = { from: number; to: number }
type RecordingsProps = {
  vehicleId: number
  plate: string
  channel: Passageway
  also: readonly Passageway[]
  day: string
  at: string | undefined
  onAt: (at: number) => void
  /** Recordings of the server and evidence at their place in the day, if there are any. */
  lane: ReactNode
  /** Absent for who may not have something uploaded. */
  onUpload: ((span: Span) => void) | undefined
}
type DayProps = Omit<RecordingsProps, 'lane' | 'onUpload'> & { channels: readonly Passageway[] }

/** Asks the terminal what it has, and says why it has nothing. */
function Recordings({ vehicleId, plate, channel, also, day, at, onAt, lane, onUpload }: RecordingsProps) {
  const { t } = useTranslation(['playback', 'video'])
  const { passageway, passagewayDescribe } = channel
  const [hasMap, setHasMap] = useState(useMedia(officeScreen))
  const found = useRecordings(vehicleId, passageway, day)
  const stretches = useMemo(() => recordedStretches(found.data?.records ?? none), [found.data])
  const again = (
    <Button type="primary" autoInsertSpace={false} onClick={() => found.refetch()}>
      {t('askAgain')}
    </Button>
  )
  const bar = lane && (
    <div className="playback-alone">
      <DayBar start={parseTime(`${day} 00:00:00`)} stretches={none} at={undefined} onGo={() => undefined} lane={lane} />
    </div>
  )
  const withBar = (notice: ReactNode) => (
    <>
      {notice}
      {bar}
    </>
  )
  if (found.isFetching)
    return withBar(
      <div className="list-notice" role="status">
        <Spin />
        <p>{t('asking')}</p>
      </div>,
    )
  if (found.error) return withBar(<LoadFailed title={t('failed')} error={found.error} onRetry={found.refetch} />)
  const { outcome } = found.data ?? {}
  if (!outcome) return null
  if (outcome !== 'confirmed')
    return withBar(<ListEmpty title={t(`outcome.${outcome}`)} hint={t(`outcomeHint.${outcome}`)} action={again} />)
  if (!stretches.length) return withBar(<ListEmpty title={t('none')} hint={t('noneHint')} action={again} />)
  return (
    <RecordedPlayer
      {...{ vehicleId, day, stretches, onAt, lane, onUpload }}
      channel={passageway}
      label={t('pictureOf', { plate, channel: passagewayDescribe })}
      also={also.map((one) => ({
        channel: one.passageway,
        label: t('pictureOf', { plate, channel: one.passagewayDescribe }),
      }))}
      from={at?.startsWith(day) ? parseTime(at) : undefined}
      aside={(shown) => (
        <>
          <TrackMoment {...{ vehicleId, day }} at={shown} />
          <Button
            type={hasMap ? 'primary' : 'default'}
            icon={<EnvironmentOutlined />}
            aria-pressed={hasMap}
            onClick={() => setHasMap(!hasMap)}
          >
            {t('map')}
          </Button>
        </>
      )}
      beside={(shown) => hasMap && <TrackBeside {...{ vehicleId, day }} at={shown} />}
    />
  )
}

const none: [] = []
