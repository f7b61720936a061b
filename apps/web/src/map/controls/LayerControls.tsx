import { BankOutlined, BorderOuterOutlined, CarOutlined, DeleteOutlined, UserOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Hideable, hideable } from '../../live/layers.ts'
import { Control } from './MapControls.tsx'

/** Pictograms of the layers. */
export const layerIcons: Record<Hideable, ReactNode> = {
  vehicle: <CarOutlined />,
  person: <UserOutlined />,
  facility: <BankOutlined />,
  can: <DeleteOutlined />,
  area: <BorderOuterOutlined />,
}

/** Layer buttons, each pressed while its layer is shown. */
export function LayerControls({ hidden, onHide }: { hidden: ReadonlySet<Hideable>; onHide: (what: Hideable) => void }) {
  const { t } = useTranslation(['map', 'live'])
  return (
    <fieldset className="map-layers" aria-label={t('layers')}>
      {hideable.map((one) => (
        <Control
          key={one}
          text={one === 'area' ? t('areas') : t(`live:kind.${one}`)}
          icon={layerIcons[one]}
          isPressed={!hidden.has(one)}
          onClick={() => onHide(one)}
        />
      ))}
    </fieldset>
  )
}
