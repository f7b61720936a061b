import { dayMs } from '@huanwei/contract/time'
import { Modal } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseTime } from '../../lib/time.ts'
import { Photos } from '../files/Photos.tsx'
import { AttachmentList } from '../video/AttachmentList.tsx'
import type { EvidenceMark } from './evidence-marks.ts'

type Props = {
  /** Epoch ms of the beginning of the day. */
  start: number
  plate: string
  marks: readonly EvidenceMark[]
}

/** Pictures and files of alarms at their place in the day, each mark to be opened. One stop of Tab: the arrows, Home and End lead from mark to mark. */
export function EvidenceLane({ start, plate, marks }: Props) {
  const { t } = useTranslation('playback')
  const lane = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string>()
  const [open, setOpen] = useState<EvidenceMark>()
  const at = Math.max(
    0,
    marks.findIndex(({ time }) => time === current),
  )

  function type(event: KeyboardEvent) {
    const steps: Record<string, number | undefined> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: marks.length - 1 }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    const button = lane.current?.children[Math.min(marks.length - 1, Math.max(0, next))]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <>
      <div ref={lane} className="playback-evidence" role="toolbar" aria-label={t('evidence')} onKeyDown={type}>
        {marks.map((mark, i) => {
          const name = t('evidence.at', { time: mark.time.slice(11), count: mark.count })
          return (
            <button
              key={mark.time}
              type="button"
              tabIndex={i === at ? 0 : -1}
              aria-label={name}
              aria-haspopup="dialog"
              title={name}
              style={{ insetInlineStart: `${((parseTime(mark.time) - start) / dayMs) * 100}%` }}
              onFocus={() => setCurrent(mark.time)}
              onClick={() => setOpen(mark)}
            >
              {mark.count > 1 && mark.count}
            </button>
          )
        })}
      </div>
      {open && <EvidenceDialog plate={plate} mark={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function EvidenceDialog({ plate, mark, onClose }: { plate: string; mark: EvidenceMark; onClose: () => void }) {
  const { t } = useTranslation(['playback', 'violations'])
  const { photos, attachments, time } = mark
  const captionOf = (name: string) => {
    const photo = photos.find(({ fileName }) => fileName === name)
    return photo && t('violations:photoOf', photo)
  }
  return (
    <Modal open centered title={`${t('evidence')} · ${plate} ${time}`} footer={null} onCancel={onClose}>
      <Photos of={plate} names={photos.map(({ fileName }) => fileName)} captionOf={captionOf} />
      {attachments.length > 0 && <AttachmentList of={plate} attachments={attachments} awaited={0} />}
    </Modal>
  )
}
