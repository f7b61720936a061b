import { KeyOutlined } from '@ant-design/icons'
import { makeDeviceKey } from '@huanwei/contract/readings/endpoints'
import type { Terminal } from '@huanwei/contract/terminals/endpoints'
import { Alert, Skeleton, Typography } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { useConfirm } from '../../ui/form/use-confirm.ts'

const ReadingsChart = lazy(async () => ({ default: (await import('../readings/ReadingsChart.tsx')).ReadingsChart }))

/** Readings of a sensor, and its device key. */
export function TerminalReadings({ device: { id, protocol, objectType, objectId } }: { device: Terminal }) {
  const mayEdit = useMay('admin_device_edit')
  return (
    <>
      {objectType !== null && objectId !== null && (
        <Suspense fallback={<Skeleton active />}>
          <ReadingsChart objectType={objectType} objectId={objectId} />
        </Suspense>
      )}
      {protocol === 'http' && mayEdit && <DeviceKey id={id} />}
    </>
  )
}

/** Makes a new key and shows it, this once: the server keeps its hash. */
function DeviceKey({ id }: { id: number }) {
  const { t } = useTranslation('terminals')
  const confirm = useConfirm()
  const make = useAsk(makeDeviceKey, [])
  const [key, setKey] = useState<string>()
  const ask = () =>
    confirm({
      title: t('keyTitle'),
      content: t('keyHint'),
      okText: t('makeKey'),
      onOk: async () => setKey((await make({ id }))?.key),
    })
  return (
    <DrawerPart title={t('key')}>
      {key && (
        <Alert
          type="success"
          title={t('keyOnce')}
          description={
            <Typography.Text copyable code>
              {key}
            </Typography.Text>
          }
        />
      )}
      <ActionButton icon={<KeyOutlined aria-hidden />} onAct={ask}>
        {t('makeKey')}
      </ActionButton>
    </DrawerPart>
  )
}
