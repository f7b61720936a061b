import { settableParameters } from '@huanwei/contract/terminals/codes'
import {
  type Parameter,
  queryAttributes,
  queryParameters,
  queryVideoAttributes,
  setParameters,
  type Terminal,
} from '@huanwei/contract/terminals/endpoints'
import { gnssBits, isSettable } from '@huanwei/contract/terminals/rules'
import { InputNumber } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DrawerFacts, DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { CommandOutcome } from './CommandOutcome.tsx'
import { useCommand } from './use-command.ts'
import './terminals.css'

/** Parameters and attributes of a terminal, queried from itself. */
export function TerminalParameters({ device }: { device: Terminal }) {
  const { id, online } = device
  const { t } = useTranslation('terminals')
  const { outcome, order } = useCommand(queryParameters, [])
  return (
    <>
      <section className="terminal-form">
        <CommandOutcome outcome={outcome}>{t(online ? 'parametersHint' : 'away')}</CommandOutcome>
        <ActionButton disabled={!online} onAct={() => order({ id })}>
          {t('askParameters')}
        </ActionButton>
      </section>
      {outcome?.parameters && <ParameterForm device={device} parameters={outcome.parameters} />}
      <DrawerPart title={t('attributes')}>
        <Attributes device={device} />
      </DrawerPart>
      <DrawerPart title={t('videoAttributes')}>
        <VideoAttributes device={device} />
      </DrawerPart>
    </>
  )
}

/** Parameters that people may set; only changed ones are sent. */
function ParameterForm({ device: { id, online }, parameters }: { device: Terminal; parameters: Parameter[] }) {
  const { t } = useTranslation('terminals')
  const [known, setKnown] = useState(() => new Map<number, number>(parameters.flatMap(numbers)))
  const [typed, setTyped] = useState<ReadonlyMap<number, number | null>>(known)
  const { outcome, order } = useCommand(setParameters, [])
  const changed = [...typed].filter(([key, value]) => value !== known.get(key))
  const sent = changed.flatMap(([key, value]) => (value === null ? [] : [{ id: key, value }]))
  async function send() {
    const answer = await order({ id, parameters: sent })
    if (answer?.outcome === 'confirmed') setKnown(new Map([...known, ...sent.map(({ id, value }) => [id, value] as const)]))
  }
  return (
    <section>
      <table className="terminal-table">
        <tbody>
          {parameters.map((parameter) => {
            const range = settableParameters[parameter.id]
            const name = t(`parameters.${parameter.id}`, {
              defaultValue: t('otherParameter', { id: parameter.id.toString(16).toUpperCase().padStart(4, '0') }),
            })
            return (
              <tr key={parameter.id}>
                <th scope="row">{name}</th>
                <td>
                  {range && parameter.type === 'number' ? (
                    <InputNumber
                      aria-label={name}
                      precision={0}
                      {...{ min: range.min, max: range.max, suffix: range.unit }}
                      value={typed.get(parameter.id) ?? null}
                      onChange={(value) => setTyped(new Map(typed).set(parameter.id, value))}
                    />
                  ) : (
                    <ParameterValue parameter={parameter} />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className="terminal-form">
        <CommandOutcome outcome={outcome} />
        <ActionButton
          type="primary"
          confirms
          disabled={!online || !changed.length || sent.length < changed.length || !sent.every(isSettable)}
          onAct={send}
        >
          {t('setParameters')}
        </ActionButton>
      </div>
    </section>
  )
}

/** Parameters of the standard with a unit that nobody sets here, and the colour of the plate. Source: JT/T 808, table 12. */
function ParameterValue({ parameter: { id, value } }: { parameter: Parameter }) {
  const { t } = useTranslation('terminals')
  if (id === 0x02) return `${value} s`
  if (id === 0x80) return `${(Number(value) / 10).toLocaleString('en-US')} km`
  return id === 0x84 ? t(`plateColours.${value}`, { defaultValue: String(value) }) : value
}

const numbers = ({ id, type, value }: Parameter) => (type === 'number' ? [[id, value] as const] : [])

function Attributes({ device: { id, online } }: { device: Terminal }) {
  const { t } = useTranslation('terminals')
  const { outcome, order } = useCommand(queryAttributes, [])
  const attributes = outcome?.attributes
  return (
    <>
      <div className="terminal-form">
        <CommandOutcome outcome={outcome}>{t(online ? 'attributesHint' : 'away')}</CommandOutcome>
        <ActionButton disabled={!online} onAct={() => order({ id })}>
          {t('askAttributes')}
        </ActionButton>
      </div>
      {attributes && (
        <DrawerFacts
          facts={[
            { key: 'maker', label: t('manufacturer'), value: attributes.manufacturer || '—' },
            { key: 'model', label: t('model'), value: attributes.model || '—' },
            { key: 'terminalId', label: t('terminalId'), value: attributes.terminalId || '—' },
            { key: 'iccid', label: 'ICCID', value: attributes.iccid },
            { key: 'hardware', label: t('hardwareVersion'), value: attributes.hardwareVersion || '—' },
            { key: 'firmware', label: t('firmwareVersion'), value: attributes.firmwareVersion || '—' },
            {
              key: 'gnss',
              label: t('gnss'),
              value:
                gnssBits(attributes.gnss)
                  .map((bit) => t(`statuses.${bit}`, { defaultValue: String(bit) }))
                  .join(t('and')) || '—',
            },
          ]}
        />
      )}
    </>
  )
}

function VideoAttributes({ device: { id, online } }: { device: Terminal }) {
  const { t } = useTranslation(['terminals', 'list'])
  const { outcome, order } = useCommand(queryVideoAttributes, [])
  const attributes = outcome?.attributes
  return (
    <>
      <div className="terminal-form">
        <CommandOutcome outcome={outcome}>{t(online ? 'videoAttributesHint' : 'away')}</CommandOutcome>
        <ActionButton disabled={!online} onAct={() => order({ id })}>
          {t('askVideoAttributes')}
        </ActionButton>
      </div>
      {attributes && (
        <DrawerFacts
          facts={[
            { key: 'pictures', label: t('mostPictureChannels'), value: attributes.mostPictureChannels },
            { key: 'pictureCodec', label: t('pictureCodec'), value: attributes.pictureCodec },
            { key: 'sounds', label: t('mostSoundChannels'), value: attributes.mostSoundChannels },
            { key: 'soundCodec', label: t('soundCodec'), value: attributes.soundCodec },
            { key: 'speaker', label: t('playsSound'), value: t(attributes.playsSound ? 'list:yes' : 'list:no') },
          ]}
        />
      )}
    </>
  )
}
