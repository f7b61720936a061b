import {
  ArrowUpOutlined,
  CaretDownOutlined,
  CaretLeftOutlined,
  CaretRightOutlined,
  CaretUpOutlined,
  MinusOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import type { CameraAct } from '@huanwei/contract/video/codes'
import { Button } from 'antd'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HeldButton } from '../../media/talk/HeldButton.tsx'
import { CommandOutcome } from '../terminals/CommandOutcome.tsx'
import { PresetRow } from './PresetRow.tsx'
import { usePtz } from './use-ptz.ts'

type Props = {
  vehicleId: number
  channel: number
  label: string
  /** What the camera can be told besides what every camera can. */
  acts?: readonly CameraAct[]
}

const turnButtons = [
  { act: 'up', icon: <CaretUpOutlined aria-hidden /> },
  { act: 'left', icon: <CaretLeftOutlined aria-hidden /> },
  { act: 'right', icon: <CaretRightOutlined aria-hidden /> },
  { act: 'down', icon: <CaretDownOutlined aria-hidden /> },
] as const
/** Only behind some video servers. */
const diagonalButtons = [
  { act: 'leftUp', icon: <ArrowUpOutlined aria-hidden rotate={-45} /> },
  { act: 'rightUp', icon: <ArrowUpOutlined aria-hidden rotate={45} /> },
  { act: 'leftDown', icon: <ArrowUpOutlined aria-hidden rotate={-135} /> },
  { act: 'rightDown', icon: <ArrowUpOutlined aria-hidden rotate={135} /> },
] as const
const lensRows = [
  { name: 'zoom', less: 'zoomOut', more: 'zoomIn' },
  { name: 'focus', less: 'focusLess', more: 'focusMore' },
  { name: 'iris', less: 'irisLess', more: 'irisMore' },
] as const
const switchRows = [
  { name: 'wiper', off: 'wiperOff', on: 'wiperOn' },
  { name: 'light', off: 'lightOff', on: 'lightOn' },
] as const
type HeldAct = (typeof turnButtons | typeof diagonalButtons)[number]['act'] | (typeof lensRows)[number]['less' | 'more']
const keys: Partial<Record<string, HeldAct>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
}

/** Moves the camera of a tile: turns while a button or an arrow key is held, steps its lens, switches wiper and light. */
export function PtzPad({ vehicleId, channel, label, acts = [] }: Props) {
  const { t } = useTranslation('video')
  const { moved, hold, release, tell } = usePtz(vehicleId, channel)
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    if (!event.repeat) hold(act)
  }
  const button = (act: HeldAct, icon: ReactNode) => (
    <HeldButton
      key={act}
      name={t(`ptz.${act}`)}
      icon={icon}
      onHold={() => hold(act)}
      onRelease={release}
      className={`ptz-${act}`}
    />
  )
  return (
    <fieldset className="ptz" onKeyDown={onKeyDown} onKeyUp={release} onBlur={release}>
      <legend>{t('ptz.of', { label })}</legend>
      <div className="ptz-turns">
        {turnButtons.map(({ act, icon }) => button(act, icon))}
        {diagonalButtons.filter(({ act }) => acts.includes(act)).map(({ act, icon }) => button(act, icon))}
      </div>
      <div className="ptz-rows">
        {lensRows.map(({ name, less, more }) => (
          <div key={name} className="ptz-row">
            {button(less, <MinusOutlined aria-hidden />)}
            <span>{t(`ptz.${name}`)}</span>
            {button(more, <PlusOutlined aria-hidden />)}
          </div>
        ))}
        {acts.includes('goToPreset') && <PresetRow tell={tell} />}
        {switchRows.map(({ name, off, on }) => (
          <div key={name} className="ptz-row">
            <Button size="small" autoInsertSpace={false} aria-label={t(`ptz.${off}`)} onClick={() => void tell(off)}>
              {t('ptz.off')}
            </Button>
            <span>{t(`ptz.${name}`)}</span>
            <Button size="small" autoInsertSpace={false} aria-label={t(`ptz.${on}`)} onClick={() => void tell(on)}>
              {t('ptz.on')}
            </Button>
          </div>
        ))}
      </div>
      <div className="ptz-said">
        {moved && 'words' in moved ? (
          <output>{moved.words}</output>
        ) : (
          <CommandOutcome outcome={moved?.outcome}>{t('ptz.hint')}</CommandOutcome>
        )}
      </div>
    </fieldset>
  )
}
