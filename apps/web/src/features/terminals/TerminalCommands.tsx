import type { Endpoint } from '@huanwei/contract/endpoint'
import { locate, sendText, type Terminal } from '@huanwei/contract/terminals/endpoints'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { CommandOutcome } from './CommandOutcome.tsx'
import { useCommand } from './use-command.ts'
import './terminals.css'

type Props = { device: Terminal; shown: Endpoint[] }

const waysToSay = ['urgent', 'display', 'speak'] as const

/** Commands to a terminal, each with its outcome. */
export function TerminalCommands({ device, shown }: Props) {
  const { t } = useTranslation('terminals')
  return (
    <>
      <section>
        <TextCommand device={device} shown={shown} />
      </section>
      <DrawerPart title={t('locate')}>
        <LocateCommand device={device} shown={shown} />
      </DrawerPart>
    </>
  )
}

function TextCommand({ device: { id, online }, shown }: Props) {
  const { t } = useTranslation('terminals')
  const [text, setText] = useState('')
  const [ways, setWays] = useState<(typeof waysToSay)[number][]>(['display', 'speak'])
  const { outcome, order } = useCommand(sendText, shown)
  const flags = Object.fromEntries(waysToSay.map((way) => [way, ways.includes(way)]))
  return (
    <div className="terminal-form">
      <Input.TextArea
        aria-label={t('text')}
        placeholder={t('textHint')}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={500}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Checkbox.Group
        options={waysToSay.map((value) => ({ value, label: t(`way.${value}`) }))}
        value={ways}
        onChange={(chosen) => setWays(waysToSay.filter((way) => chosen.includes(way)))}
      />
      <ActionButton type="primary" confirms disabled={!online || !text.trim()} onAct={() => order({ id, text, ...flags })}>
        {t('send')}
      </ActionButton>
      <CommandOutcome outcome={outcome}>{!online && t('away')}</CommandOutcome>
    </div>
  )
}

function LocateCommand({ device: { id, online }, shown }: Props) {
  const { t } = useTranslation('terminals')
  const { outcome, order } = useCommand(locate, shown)
  return (
    <div className="terminal-form">
      <CommandOutcome outcome={outcome}>{t(online ? 'locateHint' : 'away')}</CommandOutcome>
      <ActionButton disabled={!online} onAct={() => order({ id })}>
        {t('locate')}
      </ActionButton>
    </div>
  )
}
