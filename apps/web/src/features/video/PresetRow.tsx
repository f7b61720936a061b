import { mostPreset } from '@huanwei/contract/video/codes'
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmButton } from '../../ui/form/ConfirmButton.tsx'
import type { usePtz } from './use-ptz.ts'

/** Positions that a camera keeps under numbers: one is gone to, kept and deleted. */
export function PresetRow({ tell }: Pick<ReturnType<typeof usePtz>, 'tell'>) {
  const { t } = useTranslation('video')
  const [number, setNumber] = useState(1)
  const act = (name: 'goToPreset' | 'savePreset') => (
    <Button size="small" autoInsertSpace={false} onClick={() => void tell(name, number)}>
      {t(`ptz.${name}`)}
    </Button>
  )
  return (
    // Arrows in the field change the number; they do not turn the camera.
    <fieldset className="ptz-row ptz-presets" aria-label={t('ptz.preset')} onKeyDown={(event) => event.stopPropagation()}>
      <span>{t('ptz.preset')}</span>
      <InputNumber
        size="small"
        aria-label={t('ptz.presetNumber')}
        min={1}
        max={mostPreset}
        precision={0}
        value={number}
        onChange={(next) => setNumber(next ?? 1)}
      />
      {act('goToPreset')}
      {act('savePreset')}
      <ConfirmButton
        size="small"
        question={{
          title: t('ptz.deleteTitle'),
          content: t('ptz.deleteHint', { n: number }),
          okText: t('ptz.deletePreset'),
          onOk: () => tell('deletePreset', number),
        }}
      />
    </fieldset>
  )
}
