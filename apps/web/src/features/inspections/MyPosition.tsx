import { AimOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '../../map/fields/PlaceMap.tsx'

/** Time limit of the positioning, ms. */
const patienceMs = 20_000

type State = 'idle' | 'looking' | 'found' | 'refused' | 'failed' | 'unable'

/** Takes the position of the phone, and says in words why there is none. */
export function MyPosition({ onPlace }: { onPlace: (place: Place) => void }) {
  const { t } = useTranslation('inspections')
  const [state, setState] = useState<State>('idle')

  function locate() {
    // Browsers tell the position only to pages that came over TLS.
    if (!window.isSecureContext || !('geolocation' in navigator)) return setState('unable')
    setState('looking')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude: lng, latitude: lat } }) => {
        setState('found')
        onPlace({ lng, lat })
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'refused' : 'failed'),
      { enableHighAccuracy: true, timeout: patienceMs },
    )
  }

  return (
    <Form.Item>
      <Button block icon={<AimOutlined aria-hidden />} loading={state === 'looking'} onClick={locate}>
        {t('here')}
      </Button>
      {state !== 'idle' && (
        <p className="drawer-note" role="status">
          {t(`hereState.${state}`)}
        </p>
      )}
    </Form.Item>
  )
}
