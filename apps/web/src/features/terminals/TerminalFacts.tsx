import type { Endpoint } from '@huanwei/contract/endpoint'
import type { Terminal } from '@huanwei/contract/terminals/endpoints'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/session.ts'
import { PlaceView } from '../../map/fields/PlaceView.tsx'
import { DrawerFacts, DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { BindForm } from './BindForm.tsx'
import { useBitWords } from './TerminalState.tsx'

/** Drawer of a terminal: its facts, last report and binding; an unbound one can be bound here. */
export function TerminalFacts({ device, shown }: { device: Terminal; shown: Endpoint[] }) {
  const { t } = useTranslation('terminals')
  const mayEdit = useMay('admin_device_edit')
  const { alarmWords, statusWords } = useBitWords()
  const { bound, objectType, speed, direction, altitude, mileage, satellites, signal } = device
  const measured = (value: number | null, unit = '') => (value === null ? '—' : `${value}${unit}`)
  return (
    <>
      <DrawerFacts
        facts={[
          { key: 'object', label: t('object'), value: device.objectName ?? t('unbound') },
          { key: 'objectType', label: t('objectType'), value: bound && objectType ? t(`objectTypes.${objectType}`) : '—' },
          { key: 'lastSeen', label: t('lastSeen'), value: device.lastSeen ?? '—' },
          { key: 'protocol', label: t('protocol'), value: device.protocol ? t(`protocols.${device.protocol}`) : '—' },
          { key: 'maker', label: t('manufacturer'), value: device.manufacturer || '—' },
          { key: 'model', label: t('model'), value: device.model || '—' },
          { key: 'plate', label: t('plate'), value: device.plateNumber || '—' },
          { key: 'time', label: t('time'), value: device.time ?? '—' },
          { key: 'speed', label: t('speed'), value: measured(speed, ' km/h') },
          { key: 'direction', label: t('direction'), value: measured(direction, '°') },
          { key: 'altitude', label: t('altitude'), value: measured(altitude, ' m') },
          { key: 'mileage', label: t('mileage'), value: measured(mileage, ' km') },
          { key: 'satellites', label: t('satellites'), value: measured(satellites) },
          { key: 'signal', label: t('signal'), value: measured(signal) },
          { key: 'status', label: t('status'), value: statusWords(device.status) || '—', wide: true },
          { key: 'alarm', label: t('alarm'), value: alarmWords(device.alarm) || '—', wide: true },
        ]}
      />
      {!bound && mayEdit && (
        <DrawerPart title={t('bindTitle')}>
          <BindForm device={device} shown={shown} />
        </DrawerPart>
      )}
      <DrawerPart title={t('position')}>
        <PlaceView lng={device.lng} lat={device.lat} />
      </DrawerPart>
    </>
  )
}
