import { dayMs } from '@huanwei/contract/time'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseTime } from '../../lib/time.ts'
import { type Clip, ClipDialog } from '../video/ClipList.tsx'

type Props = {
  /** Epoch ms of the beginning of the day. */
  start: number
  clips: readonly Clip[]
  nameOf: (clip: Clip) => string
}

/** The recordings of the server at their place in the day, each to be played by a press. The list below has them for keys and for those who do not see them. */
export function ServerLane({ start, clips, nameOf }: Props) {
  const { t } = useTranslation('playback')
  const [open, setOpen] = useState<Clip>()
  const placeOf = (time: number) => Math.min(1, Math.max(0, (time - start) / dayMs)) * 100
  return (
    <div className="playback-lane">
      <div aria-hidden>
        {clips.map((clip) => {
          const [from, to] = [placeOf(parseTime(clip.startTime)), placeOf(parseTime(clip.endTime ?? clip.startTime))]
          return (
            <button
              key={clip.id}
              type="button"
              tabIndex={-1}
              data-alarm={clip.cause === 'alarm' || undefined}
              title={`${t('server')} ${nameOf(clip)}`}
              style={{ insetInlineStart: `${from}%`, width: `${to - from}%` }}
              onClick={() => setOpen(clip)}
            />
          )
        })}
      </div>
      {open && <ClipDialog clip={open} name={nameOf(open)} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
