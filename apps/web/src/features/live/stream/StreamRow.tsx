import type { StreamItem } from '@huanwei/contract/stream/endpoints'
import { useTranslation } from 'react-i18next'
import { age, parseTime } from '../../../lib/time.ts'
import { keyOf, type ObjectKey } from '../../../live/object-key.ts'
import { Photos } from '../../files/Photos.tsx'
import { SeverityTag } from '../../rules/SeverityTag.tsx'

export type StreamActs = {
  selected: ObjectKey | undefined
  onSelect: (key: ObjectKey) => void
  /** Opens a violation. */
  onOpen: (id: number) => void
}
type Props = StreamActs & { item: StreamItem; now: number }

/** Something that happened: the object is shown on the map, the violation opens beside it, the picture opens large. `now` in epoch ms. */
export function StreamRow({ item, now, selected, onSelect, onOpen }: Props) {
  const { t } = useTranslation('live')
  const { objectType, objectId, objectName, violation, fileName, time } = item
  const key = keyOf({ objectType, id: objectId })
  return (
    <li data-pending={violation?.isPending && !violation.isEnd ? '' : undefined}>
      <button type="button" className="live-stream-object" aria-pressed={key === selected} onClick={() => onSelect(key)}>
        <strong>{objectName}</strong> {violation && <SeverityTag severity={violation.severity} />}{' '}
        <time dateTime={time} title={time}>
          {age(now - parseTime(time))}
        </time>
      </button>
      {violation && (
        <button type="button" className="live-stream-event" onClick={() => onOpen(violation.id)}>
          {violation.isEnd ? t('stream.ended', { event: violation.event }) : violation.event}
        </button>
      )}
      {fileName !== null && (
        <>
          <span>{t('stream.photo')}</span>
          <Photos of={objectName} names={[fileName]} />
        </>
      )}
    </li>
  )
}
