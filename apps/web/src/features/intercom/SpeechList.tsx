import { DownloadOutlined, PauseOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { voiceRate } from '@huanwei/contract/intercom/codes'
import {
  getSpeechSound,
  type IntercomGroup,
  listSpeeches,
  mostListedSpeeches,
  type Speech,
} from '@huanwei/contract/intercom/endpoints'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callFile } from '../../lib/api.ts'
import { errorOf } from '../../lib/errors.ts'
import { showFailure } from '../../lib/failure.ts'
import { saveBlob } from '../../lib/save.ts'
import { useSession } from '../../lib/session.ts'
import { dayRange } from '../../lib/time.ts'
import { DateRange, type Days } from '../../ui/list/DateRange.tsx'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { UserSelect } from '../users/UserSelect.tsx'
import { VehicleSelect } from '../vehicles/VehicleSelect.tsx'
import { onIntercomNews } from './switch.ts'

/** What was said in a group, newest first: found by person and time, played and saved. */
export function SpeechList({ group }: { group: IntercomGroup }) {
  const { t } = useTranslation(['intercom', 'list'])
  const [userId, setUserId] = useState<number>()
  const [vehicleId, setVehicleId] = useState<number>()
  const [days, setDays] = useState<Days>({ from: undefined, to: undefined })
  const filter = { userId, vehicleId, ...timesOf(days) }
  const speeches = useInfiniteQuery({
    queryKey: [listSpeeches.path, group.id, filter],
    queryFn: ({ pageParam: before, signal }) =>
      call(listSpeeches, { groupId: group.id, ...filter, ...(before && { before }) }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < mostListedSpeeches ? undefined : last.at(-1)?.id),
  })
  const { refetch } = speeches
  useEffect(() => onIntercomNews(() => void refetch()), [refetch])
  const player = usePlayer()
  const all = speeches.data?.pages.flat()
  return (
    <section className="intercom-speeches" aria-label={t('speeches')}>
      <div className="intercom-head">
        <h3>{t('speeches')}</h3>
        <UserSelect label={t('person')} value={userId} onChange={setUserId} />
        {group.vehicleIds.length > 0 && <VehicleSelect label={t('vehicle')} value={vehicleId} onChange={setVehicleId} />}
        <DateRange labels={[t('list:firstDay'), t('list:lastDay')]} value={days} onChange={setDays} />
      </div>
      {speeches.error && !all ? (
        <LoadFailed title={t('failed')} error={speeches.error} onRetry={() => refetch()} />
      ) : !all ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : all.length === 0 ? (
        <p className="intercom-none">{t('noSpeeches')}</p>
      ) : (
        <ol>
          {all.map((speech) => (
            <SpeechItem key={speech.id} speech={speech} player={player} />
          ))}
        </ol>
      )}
      {speeches.hasNextPage && (
        <Button autoInsertSpace={false} loading={speeches.isFetchingNextPage} onClick={() => void speeches.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </section>
  )
}

/** The first and the last second of days. */
const timesOf = ({ from, to }: Days) => ({
  ...(from && { startTime: dayRange(from, from).startTime }),
  ...(to && { endTime: dayRange(to, to).endTime }),
})

type Player = ReturnType<typeof usePlayer>

function SpeechItem({ speech, player }: { speech: Speech; player: Player }) {
  const { t } = useTranslation('intercom')
  const own = useSession((s) => s.session?.user.id)
  const { id, userId, userName, startTime, samples, endReason } = speech
  const name = userId === own ? t('you') : userName
  const isPlaying = player.playing === id
  const about = { name, time: startTime }
  return (
    <li data-own={userId === own ? '' : undefined}>
      <strong>{name}</strong>
      <time dateTime={startTime.replace(' ', 'T')}>{startTime}</time>
      <span>{endReason === null ? t('running') : t('seconds', { count: Math.max(1, Math.round(samples / voiceRate)) })}</span>
      {endReason !== null && (
        <>
          <Button
            size="small"
            type="text"
            icon={isPlaying ? <PauseOutlined aria-hidden /> : <PlayCircleOutlined aria-hidden />}
            aria-label={t(isPlaying ? 'stop' : 'play', about)}
            title={t(isPlaying ? 'stop' : 'play', about)}
            onClick={() => player.toggle(id)}
          />
          <Button
            size="small"
            type="text"
            icon={<DownloadOutlined aria-hidden />}
            aria-label={t('save', about)}
            title={t('save', about)}
            onClick={() => void player.save(speech)}
          />
        </>
      )}
    </li>
  )
}

/** Plays one speech at a time. */
function usePlayer() {
  const [playing, setPlaying] = useState<number>()
  const audio = useRef<HTMLAudioElement>(undefined)
  const stop = () => {
    audio.current?.pause()
    audio.current = undefined
    setPlaying(undefined)
  }
  useEffect(() => () => audio.current?.pause(), [])
  const soundOf = (id: number) => callFile(getSpeechSound, { id })

  async function play(id: number) {
    setPlaying(id)
    try {
      const url = URL.createObjectURL(await soundOf(id))
      const element = new Audio(url)
      element.onended = stop
      audio.current = element
      await element.play()
    } catch (error) {
      setPlaying(undefined)
      showFailure(errorOf(error))
    }
  }

  return {
    playing,
    toggle(id: number) {
      stop()
      if (playing !== id) void play(id)
    },
    async save({ id, userName, startTime }: Speech) {
      try {
        saveBlob(await soundOf(id), `${userName} ${startTime.replaceAll(':', '-')}.wav`)
      } catch (error) {
        showFailure(errorOf(error))
      }
    },
  }
}
