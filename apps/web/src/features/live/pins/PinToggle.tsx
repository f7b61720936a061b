import { mostLivePins } from '@huanwei/contract/preferences/codes'
import { useTranslation } from 'react-i18next'
import { keyOf, type ObjectRef } from '../../../live/object-key.ts'
import { Toggle } from '../Toggle.tsx'
import { keepPins, usePins } from './pins.ts'

/** Pins an object beside the map, or no longer. */
export function PinToggle({ target }: { target: ObjectRef }) {
  const { t } = useTranslation('live')
  const pins = usePins()
  const key = keyOf(target)
  const isOn = pins.includes(key)
  const isFull = !isOn && pins.length >= mostLivePins
  return (
    <Toggle
      text={isFull ? t('pins.full', { n: mostLivePins }) : t('pins.pin')}
      isOn={isOn}
      isDisabled={isFull}
      onTurn={(isPinned) => keepPins(isPinned ? [...pins, key] : pins.filter((one) => one !== key))}
    />
  )
}
