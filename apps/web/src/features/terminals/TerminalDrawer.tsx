import {
  bindTerminal,
  getTerminal,
  listTerminals,
  type Protocol,
  removeTerminal,
  sensorProtocols,
  type Terminal,
} from '@huanwei/contract/terminals/endpoints'
import { Button, Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { ConfirmButton } from '../../ui/form/ConfirmButton.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { OnlineTag } from '../assets/OnlineTag.tsx'
import { TerminalCommands } from './TerminalCommands.tsx'
import { TerminalConnections } from './TerminalConnections.tsx'
import { TerminalFacts } from './TerminalFacts.tsx'
import { TerminalParameters } from './TerminalParameters.tsx'
import { TerminalPhotos } from './TerminalPhotos.tsx'
import { TerminalReadings } from './TerminalReadings.tsx'

type Props = { id: number; part?: string | undefined; onClose: () => void; onHandled: () => void }

const shown = [getTerminal, listTerminals]

/** One terminal: what it last said, what it is on, and what can be asked of it. */
export function TerminalDrawer({ id, part, onClose, onHandled }: Props) {
  const { t } = useTranslation(['terminals', 'list'])
  const mayCommand = useMay('admin_device_command')
  const detail = useRecord(getTerminal, { id })
  const device = detail.data
  return (
    <DrawerFrame
      title={device ? t('detail', { number: device.terminalNo }) : t('title')}
      state={device && <OnlineTag online={device.online} />}
      asked={detail}
      onClose={onClose}
      buttons={(close) => (
        <>
          {device && <EndButtons device={device} onEnded={onHandled} />}
          <Button autoInsertSpace={false} onClick={close}>
            {t('action.close')}
          </Button>
        </>
      )}
    >
      {device && (
        <Tabs
          {...(part && { defaultActiveKey: part })}
          items={[
            { key: 'facts', label: t('tab.facts'), children: <TerminalFacts device={device} shown={shown} /> },
            ...(isSensor(device.protocol)
              ? [{ key: 'readings', label: t('tab.readings'), children: <TerminalReadings device={device} /> }]
              : []),
            ...(mayCommand && isTerminal(device.protocol)
              ? [
                  { key: 'commands', label: t('tab.commands'), children: <TerminalCommands device={device} shown={shown} /> },
                  { key: 'parameters', label: t('tab.parameters'), children: <TerminalParameters device={device} /> },
                ]
              : []),
            ...(device.bound && isTerminal(device.protocol)
              ? [{ key: 'photos', label: t('tab.photos'), children: <TerminalPhotos device={device} /> }]
              : []),
            ...(isTerminal(device.protocol)
              ? [{ key: 'connections', label: t('tab.connections'), children: <TerminalConnections device={device} /> }]
              : []),
          ]}
        />
      )}
    </DrawerFrame>
  )
}

/** Speaks JT/T 808, or will when it registers. */
const isTerminal = (protocol: Protocol | null) => !isSensor(protocol) && protocol !== 'app'
const isSensor = (protocol: Protocol | null) => sensorProtocols.some((one) => one === protocol)

/** Takes the terminal off its object, or out of the list. */
function EndButtons({ device, onEnded }: { device: Terminal; onEnded: () => void }) {
  const { t } = useTranslation('terminals')
  const [mayEdit, mayRemove] = [useMay('admin_device_edit'), useMay('admin_device_del')]
  const unbind = useAct(bindTerminal, [listTerminals], onEnded)
  const remove = useAct(removeTerminal, [listTerminals], onEnded)
  const { id, terminalNo: number, updateTime } = device
  const name = device.objectName ?? ''
  return (
    <span className="form-actions">
      {mayRemove && (
        <RemoveButton
          question={{ title: t('removeTitle'), content: t('removeHint', { number }) }}
          onRemove={() => remove({ id, updateTime })}
        />
      )}
      {mayEdit && device.bound && (
        <ConfirmButton
          question={{
            title: t('unbindTitle'),
            content: t('unbindHint', { number, name }),
            okText: t('unbind'),
            onOk: () => unbind({ id, objectId: null, updateTime }),
          }}
        />
      )}
    </span>
  )
}
