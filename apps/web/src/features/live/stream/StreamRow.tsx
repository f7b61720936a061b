import type { StreamItem } from '@huanwei/contract/stream/endpoints'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { age, parseTime } from '../../../lib/time.ts'
import { keyOf, type ObjectKey } from '../../../live/object-key.ts'
import { Photos } from '../../files/Photos.tsx'
import { SeverityTag } from '../../rules/SeverityTag.tsx'
import { violationQueues } from '../object-types.ts'

type Props = { item: StreamItem; now: number; selected: ObjectKey | undefined; onSelect: (key: ObjectKey) => void }

/** Something that happened: the object leads to the map, the violation to its page, the picture opens large. `now` in epoch ms. */
export function StreamRow({ item, now, selected, onSelect }: Props) {
  const { t } = useTranslation('live')
  const { objectType, objectId, objectName, violation, fileName, time } = item
  const key = keyOf({ objectType, id: objectId })
  return (
    <li data-pending={violation?.isPending && !violation.isEnd ? '' : undefined}>
      <button type="button" aria-pressed={key === selected} onClick={() => onSelect(key)}>
        <strong>{objectName}</strong> {violation && <SeverityTag severity={violation.severity} />}{' '}
        <time dateTime={time} title={time}>
          {age(now - parseTime(time))}
        </time>
      </button>
      {violation && (
        <Link to={`${violationQueues[objectType]}?open=${violation.id}`}>
          {violation.isEnd ? t('stream.ended', { event: violation.event }) : violation.event}
        </Link>
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
