import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import type { Area, Shape } from '@huanwei/contract/areas/endpoints'
import { Button, Input, InputNumber } from 'antd'
import { Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../../ui/select/Segments.tsx'
import { lazyMap } from '../base/lazy-map.ts'
import { useFullScreen, useFullScreenKeys } from '../controls/full-screen.ts'
import type { ShapeListener } from '../scene/shape-pointer.ts'
import {
  type Draft,
  draftOf,
  dragged,
  pointsOf,
  shapeOf,
  type Tool,
  textOf,
  tools,
  withPoint,
  withTool,
} from '../shapes/shape-draft.ts'
import '../base/map.css'

const ShapeMap = lazyMap(async () => (await import('./ShapeMap.tsx')).ShapeMap)

/** In a form, `Form.Item` gives the value and what hears of another. */
type Props = {
  value?: Shape
  onChange?: (shape: Shape | undefined) => void
  isOff: boolean
  /** The only tool there is. */
  only?: Tool
  /** Its size in words. */
  size?: string | undefined
  /** Areas shown around it. */
  neighbours: readonly Pick<Area, 'name' | 'shape'>[]
}

/** A shape that is drawn on a map, or typed: coordinates in degrees WGS-84, radius and width in metres. */
export function ShapeField({ value, onChange, isOff, only, size, neighbours }: Props) {
  const { t } = useTranslation('map')
  const frame = useRef<HTMLDivElement>(null)
  const { isFull, toggle } = useFullScreen(frame)
  useFullScreenKeys(frame)
  const [draft, setDraft] = useState(() => (only && !value ? withTool(draftOf(value), only) : draftOf(value)))
  /** The map may say more than once between two times that this is drawn. */
  const latest = useRef(draft)
  function change(next: Draft) {
    latest.current = next
    setDraft(next)
    onChange?.(shapeOf(next))
  }
  const setPoints = (points: Draft['points']) => change({ ...latest.current, points })
  const listener: ShapeListener = {
    onPoint: (place) => change(withPoint(latest.current, place)),
    onDrag(handle, to) {
      const next = dragged(latest.current, handle, to)
      change(next.draft)
      return next.handle
    },
    onRemove: (index) => setPoints(latest.current.points.toSpliced(index, 1)),
  }

  return (
    <div className="shape-field" ref={frame}>
      <div className="map-place">
        {!only && (
          <Segments<Tool>
            aria-label={t('tool')}
            disabled={isOff}
            options={tools.map((tool) => ({ value: tool, label: t(`tools.${tool}`) }))}
            value={draft.tool}
            onChange={(tool) => change(withTool(draft, tool))}
          />
        )}
        <Button disabled={draft.points.length === 0} onClick={() => setPoints(draft.points.slice(0, -1))}>
          {t('undo')}
        </Button>
        <Button disabled={draft.points.length === 0} onClick={() => setPoints([])}>
          {t('clear')}
        </Button>
        {document.fullscreenEnabled && (
          <Button icon={isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />} onClick={toggle}>
            {t(isFull ? 'leaveFullScreen' : 'fullScreen')}
          </Button>
        )}
      </div>
      <Suspense>
        <ShapeMap draft={draft} listener={isOff ? undefined : listener} neighbours={neighbours} />
      </Suspense>
      {size && <p>{size}</p>}
      {draft.tool === 'circle' && (
        <Metres label={t('radius')} most={100_000} value={draft.radius} onChange={(radius) => change({ ...draft, radius })} />
      )}
      {draft.tool === 'route' && (
        <Metres label={t('width')} most={5000} value={draft.width} onChange={(width) => change({ ...draft, width })} />
      )}
      {!isFull && <Coordinates points={draft.points} onChange={setPoints} />}
    </div>
  )
}

type MetresProps = { label: string; most: number; value: number; onChange: (metres: number) => void }
function Metres({ label, most, value, onChange }: MetresProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <InputNumber id={id} min={1} max={most} suffix="m" value={value} onChange={(metres) => onChange(metres ?? 0)} />
    </div>
  )
}

type CoordinatesProps = { points: Draft['points']; onChange: (points: Draft['points']) => void }
function Coordinates({ points, onChange }: CoordinatesProps) {
  const { t } = useTranslation('map')
  const [id, errorId] = [useId(), useId()]
  /** Text being typed. */
  const [text, setText] = useState<string>()
  const isWrong = text !== undefined && !pointsOf(text)
  return (
    <div>
      <label htmlFor={id}>{t('coordinates')}</label>
      <Input.TextArea
        id={id}
        autoSize={{ minRows: 2, maxRows: 8 }}
        placeholder="104.066801, 30.572815"
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? errorId : undefined}
        value={text ?? textOf(points)}
        onChange={({ target }) => {
          setText(target.value)
          const typed = pointsOf(target.value)
          if (typed) onChange(typed)
        }}
        onBlur={() => !isWrong && setText(undefined)}
      />
      {isWrong && (
        <p id={errorId} className="drawer-error" role="alert">
          {t('coordinatesWrong')}
        </p>
      )}
    </div>
  )
}
