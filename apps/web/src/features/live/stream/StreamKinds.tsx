import { streamKinds } from '@huanwei/contract/stream/codes'
import { useTranslation } from 'react-i18next'
import { toggled } from '../../../lib/collections.ts'
import { changeSettings, useSettings } from '../../../lib/settings.ts'
import { Toggle } from '../Toggle.tsx'
import { useMapBounds } from './map-bounds.ts'

/** What the stream tells, kept for the person: its kinds, of which one is left at least, and whether of the selected object or of what is in sight on the map alone. */
export function StreamKinds() {
  const { t } = useTranslation('live')
  const hidden = useSettings((s) => s.streamHidden)
  const isSelected = useSettings((s) => s.streamSelected)
  const isInView = useSettings((s) => s.streamInView)
  const hasMap = useMapBounds(({ bounds }) => bounds !== undefined)
  return (
    <fieldset className="live-stream-kinds" aria-label={t('stream.show')}>
      {streamKinds.map((kind) => (
        <Toggle
          key={kind}
          text={t(`stream.kind.${kind}`)}
          isOn={!hidden.includes(kind)}
          isDisabled={!hidden.includes(kind) && hidden.length === streamKinds.length - 1}
          onTurn={() => changeSettings({ streamHidden: [...toggled(new Set(hidden), kind)] })}
        />
      ))}
      <Toggle text={t('stream.selected')} isOn={isSelected} onTurn={(streamSelected) => changeSettings({ streamSelected })} />
      <Toggle
        text={t('stream.inView')}
        isOn={isInView && hasMap}
        isDisabled={!hasMap}
        onTurn={(streamInView) => changeSettings({ streamInView })}
      />
    </fieldset>
  )
}
