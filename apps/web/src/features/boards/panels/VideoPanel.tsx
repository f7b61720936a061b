import { showBoardPicture } from '@huanwei/contract/boards/endpoints'
import { useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { LivePicture } from '../../../media/LivePicture.tsx'
import type { AskTicket } from '../../../media/picture.ts'
import { BoardAccess } from '../engine/board-access.ts'

type Camera = { vehicleId: number; channel: number; label: string }

/** Live pictures beside each other. A screen with a token asks for them with it. */
export function VideoPanel({ cameras }: { cameras: readonly Camera[] }) {
  const { t } = useTranslation('boards')
  const { path, token } = useContext(BoardAccess)
  const ask = useMemo<AskTicket | undefined>(() => {
    if (token === undefined) return undefined
    return ({ vehicleId, channel }, signal) => call(showBoardPicture, { path, token, vehicleId, channel }, signal, () => true)
  }, [path, token])
  if (!cameras.length) return <p className="board-nothing">{t('cameras.none')}</p>
  return (
    <ul className="board-video">
      {cameras.map(({ vehicleId, channel, label }) => (
        <li key={`${vehicleId} ${channel}`}>
          <LivePicture vehicleId={vehicleId} channel={channel} stream="sub" label={label} ask={ask} />
          <span>{label}</span>
        </li>
      ))}
    </ul>
  )
}
