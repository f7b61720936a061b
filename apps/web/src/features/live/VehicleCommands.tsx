import { locate, type Outcome, sendText } from '@huanwei/contract/terminals/endpoints'
import { App, Button, Checkbox, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { NetworkError } from '../../lib/errors.ts'
import { showFailure } from '../../lib/failure.ts'
import { ActionButton } from '../../ui/form/ActionButton.tsx'

/** Source: contract, `sendText`. */
const longestText = 500

/** Orders to the terminal of the vehicle; how each ended is said in words. */
export function VehicleCommands({ deviceId, plate }: { deviceId: number | null; plate: string }) {
  const { t } = useTranslation(['live', 'common'])
  const [said, setSaid] = useState<Outcome['outcome'] | 'unreachable'>()
  const [isWriting, setWriting] = useState(false)
  if (deviceId === null) return null

  /** Refusals are already on the screen as a toast; only what nobody told yet is told here. */
  async function command(order: () => Promise<Outcome>) {
    setSaid(undefined)
    try {
      setSaid((await order()).outcome)
    } catch (error) {
      if (error instanceof NetworkError) setSaid('unreachable')
      else if (error instanceof Error) showFailure(error)
    }
  }

  return (
    <div className="live-commands">
      <Button size="small" autoInsertSpace={false} onClick={() => setWriting(true)}>
        {t('command.text')}
      </Button>
      <ActionButton size="small" onAct={() => command(() => call(locate, { id: deviceId }))}>
        {t('command.locate')}
      </ActionButton>
      <p role="status" className={said === 'confirmed' ? 'live-said' : 'live-said live-unsaid'}>
        {said && t(`outcome.${said}`)}
      </p>
      {isWriting && (
        <TextDialog
          plate={plate}
          onClose={() => setWriting(false)}
          onSend={(message) => command(() => call(sendText, { id: deviceId, ...message })).then(() => setWriting(false))}
        />
      )}
    </div>
  )
}

type Message = { text: string; urgent: boolean; display: boolean; speak: boolean }
type DialogProps = { plate: string; onClose: () => void; onSend: (message: Message) => Promise<void> }

function TextDialog({ plate, onClose, onSend }: DialogProps) {
  const { t } = useTranslation(['live', 'common'])
  const { modal } = App.useApp()
  const [message, setMessage] = useState<Message>({ text: '', urgent: false, display: true, speak: true })
  const [isEmpty, setEmpty] = useState(false)

  function close() {
    if (!message.text.trim()) return onClose()
    modal.confirm({ title: t('command.unsent'), okText: t('command.discard'), onOk: onClose })
  }
  function send() {
    setEmpty(!message.text.trim())
    return message.text.trim() ? onSend({ ...message, text: message.text.trim() }) : undefined
  }
  return (
    <Modal
      open
      title={t('command.textTo', { plate })}
      onCancel={close}
      footer={
        <>
          <Button autoInsertSpace={false} onClick={close}>
            {t('common:action.cancel')}
          </Button>
          <ActionButton type="primary" onAct={send}>
            {t('command.send')}
          </ActionButton>
        </>
      }
    >
      <Input.TextArea
        autoFocus
        rows={4}
        maxLength={longestText}
        showCount
        aria-label={t('command.content')}
        placeholder={t('command.content')}
        status={isEmpty ? 'error' : ''}
        aria-invalid={isEmpty}
        value={message.text}
        onChange={(event) => setMessage({ ...message, text: event.target.value })}
      />
      {isEmpty && (
        <p className="live-invalid" role="alert">
          {t('command.empty')}
        </p>
      )}
      <Flags message={message} onChange={setMessage} />
    </Modal>
  )
}

type FlagsProps = { message: Message; onChange: (message: Message) => void }

/** Whether it is urgent, shown and read aloud. */
function Flags({ message, onChange }: FlagsProps) {
  const { t } = useTranslation('live')
  return (
    <div className="live-flags">
      {(['urgent', 'display', 'speak'] as const).map((flag) => (
        <Checkbox key={flag} checked={message[flag]} onChange={(event) => onChange({ ...message, [flag]: event.target.checked })}>
          {t(`command.${flag}`)}
        </Checkbox>
      ))}
    </div>
  )
}
