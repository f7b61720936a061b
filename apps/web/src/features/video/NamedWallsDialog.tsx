import { longestWallName, mostNamedWalls } from '@huanwei/contract/video/codes'
import { Button, Empty, Input, Modal, Space } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../../ui/select/Segments.tsx'
import { tourSeconds } from './use-tour.ts'
import { type NamedWall, named, unnamed, type Wall } from './wall.ts'

type Props = {
  wall: Wall
  /** Seconds of each wall while they take turns; 0 while they do not. */
  touring: number
  onChange: (wall: Wall) => void
  onShow: (one: NamedWall) => void
  onTour: (seconds: number) => void
  onClose: () => void
}

/** Walls that the person keeps under a name: to show, replace and forget one, and to let them take turns. */
export function NamedWallsDialog({ wall, touring, onChange, onShow, onTour, onClose }: Props) {
  const { t } = useTranslation('video')
  const [name, setName] = useState('')
  const field = useId()
  const wanted = name.trim()
  const isKept = wall.named.some((one) => one.name === wanted)
  const isFull = wall.named.length >= mostNamedWalls && !isKept
  const save = () => {
    if (!wanted || isFull) return
    onChange(named(wall, wanted))
    setName('')
  }
  return (
    <Modal open width={480} title={t('walls')} footer={null} onCancel={onClose}>
      {wall.named.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('walls.none')} />}
      <ul className="wall-names" aria-label={t('walls')}>
        {wall.named.map((one) => (
          <li key={one.name}>
            <span className="wall-label" title={one.name}>
              {one.name}
            </span>
            <span className="wall-count">{t('walls.pictures', { count: one.tiles.filter(Boolean).length })}</span>
            <Button size="small" autoInsertSpace={false} onClick={() => onShow(one)}>
              {t('walls.show')}
            </Button>
            <Button
              size="small"
              danger
              autoInsertSpace={false}
              aria-label={t('walls.forget', { name: one.name })}
              onClick={() => onChange(unnamed(wall, one.name))}
            >
              {t('walls.delete')}
            </Button>
          </li>
        ))}
      </ul>
      <label htmlFor={field}>{t('walls.name')}</label>
      <Space.Compact block>
        <Input
          id={field}
          value={name}
          maxLength={longestWallName}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={save}
        />
        <Button type="primary" autoInsertSpace={false} disabled={!wanted || isFull} onClick={save}>
          {t(isKept ? 'walls.replace' : 'walls.save')}
        </Button>
      </Space.Compact>
      {isFull && <p role="status">{t('walls.full', { count: mostNamedWalls })}</p>}
      <p className="wall-tour">
        {t('tour')}
        <Segments
          aria-label={t('tour')}
          disabled={wall.named.length < 2}
          value={touring}
          options={[0, ...tourSeconds].map((value) => ({ value, label: value ? t('tour.each', { n: value }) : t('tour.off') }))}
          onChange={onTour}
        />
      </p>
    </Modal>
  )
}
