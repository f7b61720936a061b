import { getPassages } from '@huanwei/contract/history/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../../lib/api.ts'
import { formatTime } from '../../../lib/time.ts'
import { PlaceField } from '../../../map/fields/PlaceField.tsx'
import type { Place } from '../../../map/fields/PlaceMap.tsx'
import { DrawerFrame } from '../../../ui/drawer/DrawerFrame.tsx'
import { Segments } from '../../../ui/select/Segments.tsx'
import type { MoverKey } from '../history-search.ts'
import { TimeRange } from '../TimeRange.tsx'
import { boxAround, ringOf } from './box.ts'
import { type Asked, PassageList } from './PassageList.tsx'

const sides = ['100', '300', '1000', '3000'] as const
type Side = (typeof sides)[number]
/** Time before now that is asked about at first, ms. */
const usualMs = 2 * 3_600_000

type Props = {
  onClose: () => void
  /** Shows the track of one around a moment, `yyyy-MM-dd HH:mm:ss`. */
  onTrack: (key: MoverKey, at: string) => void
}

/** Who was here: a square on the map and a span of time, and the vehicles and people that were in it then. */
export function PassagesDrawer({ onClose, onTrack }: Props) {
  const { t } = useTranslation(['history', 'common'])
  const [place, setPlace] = useState<Place>()
  const [side, setSide] = useState<Side>('300')
  const [times, setTimes] = useState(() => ({ startTime: formatTime(Date.now() - usualMs), endTime: formatTime(Date.now()) }))
  const [asked, setAsked] = useState<Asked>()
  const box = useMemo(() => place && boxAround(place, Number(side)), [place, side])
  const areas = useMemo(() => (box ? [{ name: '', shape: { kind: 'polygon' as const, ring: ringOf(box) } }] : []), [box])
  const found = useQuery({ ...query(getPassages, asked ?? nowhere), enabled: asked !== undefined })
  const answer = useRef<HTMLDivElement>(null)
  // It stands below the map, often out of sight.
  useEffect(() => {
    if (found.data || found.error) answer.current?.scrollIntoView({ block: 'start' })
  }, [found.data, found.error])
  return (
    <DrawerFrame
      title={t('who.title')}
      onClose={onClose}
      buttons={(close) => (
        <>
          <Button onClick={close}>{t('action.close')}</Button>
          <Button
            type="primary"
            data-confirms=""
            disabled={!box}
            loading={found.isFetching}
            onClick={() => box && setAsked({ ...box, ...times })}
          >
            {t('action.query')}
          </Button>
        </>
      )}
    >
      <Form layout="vertical" component={false}>
        <Form.Item label={t('who.place')}>
          <PlaceField value={place} onChange={setPlace} areas={areas} />
        </Form.Item>
        <Form.Item label={t('who.side')}>
          <Segments
            aria-label={t('who.side')}
            value={side}
            options={sides.map((value) => ({ value, label: t('who.metres', { metres: value }) }))}
            onChange={setSide}
          />
        </Form.Item>
        <Form.Item label={t('span')}>
          <TimeRange value={times} isShort onChange={({ from, to }) => setTimes({ startTime: from, endTime: to })} />
        </Form.Item>
      </Form>
      <div ref={answer}>{asked && <PassageList found={found} onTrack={onTrack} />}</div>
    </DrawerFrame>
  )
}

const nowhere: Asked = { west: 0, south: 0, east: 0, north: 0, startTime: '', endTime: '' }
