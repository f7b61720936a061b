import { CarOutlined, MessageOutlined } from '@ant-design/icons'
import { type IntercomGroup, sendGroupText } from '@huanwei/contract/intercom/endpoints'
import type { GroupState } from '@huanwei/contract/intercom/messages'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notices.ts'
import { useMay } from '../../lib/session.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'

type Props = { group: IntercomGroup; state: GroupState }

/** The vehicles of the group, how far their terminals are, and a text to all of them. */
export function GroupVehicles({ group, state: { vehicles, speaking } }: Props) {
  const { t } = useTranslation('intercom')
  const mayCommand = useMay('admin_device_command')
  const [isWriting, setWriting] = useState(false)
  return (
    <div className="intercom-vehicles">
      <ul className="intercom-people" aria-label={t('vehicles')}>
        {vehicles.map(({ vehicleId, name, state }) => (
          <li key={vehicleId} aria-label={name} data-speaking={speaking?.vehicleId === vehicleId ? '' : undefined}>
            <CarOutlined aria-hidden />
            <span>{name}</span>
            <small>{t(`cab.${state}`)}</small>
          </li>
        ))}
      </ul>
      {group.isBroadcast && <small>{t('onlyHear')}</small>}
      {mayCommand && (
        <Button
          size="small"
          autoInsertSpace={false}
          icon={<MessageOutlined aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setWriting(true)}
        >
          {t('text')}
        </Button>
      )}
      {isWriting && <TextDrawer group={group} onClose={() => setWriting(false)} />}
    </div>
  )
}

/** A text that the terminals show and read aloud; who did not get it is named. */
function TextDrawer({ group, onClose }: { group: IntercomGroup; onClose: () => void }) {
  const { t } = useTranslation('intercom')
  async function send(message: { groupId: number; text: string }) {
    const sent = await call(sendGroupText, message)
    const missed = sent.filter(({ outcome }) => outcome !== 'confirmed')
    const names = missed.map(({ name }) => name).join(t('comma'))
    if (missed.length) notify({ kind: 'warning', text: t('textMissed', { count: missed.length, names }) })
    else notify({ kind: 'success', text: t('textSent', { count: sent.length }) })
    onClose()
  }
  return (
    <FormDrawer
      title={t('textTo', { name: group.name })}
      fields={sendGroupText.input}
      start={{ groupId: group.id, text: '' }}
      onSend={send}
      onClose={onClose}
    >
      {() => (
        <Form.Item name="text" label={t('text')} extra={t('textHint')} required>
          <Input.TextArea rows={4} maxLength={500} showCount />
        </Form.Item>
      )}
    </FormDrawer>
  )
}
