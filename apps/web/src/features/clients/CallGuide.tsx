import { listOpenCalls } from '@huanwei/contract/clients/endpoints'
import type { Output } from '@huanwei/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select, Skeleton, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { LoadFailed } from '../../ui/list/ListNotice.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { type ExampleLanguage, examples, languages } from './examples.ts'
import './clients.css'

/** How calls are signed, and each open call as a program. The list of calls is the server's. */
export function CallGuide({ lead }: { lead: ReactNode }) {
  const { t } = useTranslation(['clients', 'list'])
  const { data: calls, error, refetch } = useQuery(query(listOpenCalls, {}))
  return (
    <section className="call-guide" aria-label={t('tab.calls')}>
      <div>{lead}</div>
      <article className="call-guide-card">
        <h2>{t('guide.signing')}</h2>
        <p>{t('guide.path')}</p>
        <HeaderTable />
        <p>{t('guide.hmac')}</p>
        <pre>{'METHOD\\nPATH?QUERY\\nTIMESTAMP\\nNONCE\\nhex(SHA-256(BODY))'.replaceAll('\\n', '\n')}</pre>
        <p>{t('guide.md5')}</p>
        <p>{t('guide.document')}</p>
      </article>
      <article className="call-guide-card">
        <h2>{t('guide.examples')}</h2>
        {calls && <Examples calls={calls} />}
        {!calls && error && <LoadFailed title={t('list:failedDetail')} error={error} onRetry={() => void refetch()} />}
        {!calls && !error && <Skeleton active />}
      </article>
    </section>
  )
}

function HeaderTable() {
  const { t } = useTranslation('clients')
  const names = ['client-id', 'timestamp', 'nonce', 'sign-method', 'sign'] as const
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('guide.header')}</th>
          <th scope="col">{t('guide.value')}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>{t(`guide.of.${name}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Call = Output<typeof listOpenCalls>[number]

const keyOf = ({ method, path }: Call) => `${method} ${path}`

function Examples({ calls }: { calls: Call[] }) {
  const { t } = useTranslation(['clients', 'menus'])
  const [chosen, setChosen] = useState('GET /open/api/v1/vehicle/page')
  const [language, setLanguage] = useState<ExampleLanguage>('shell')
  const [clientId, setClientId] = useState('')
  const call = calls.find((one) => keyOf(one) === chosen) ?? calls[0]
  if (!call) return null
  const reads = call.method === 'GET'
  const program = examples[language]({
    host: window.location.origin,
    clientId: clientId.trim() || 'hw0123456789abcdef',
    method: call.method,
    path: call.path.replace(/:\w+/g, '1') + (reads && call.path.endsWith('/page') ? '?current=1&size=20' : ''),
    body: reads || call.method === 'DELETE' ? '' : '{}',
  })
  return (
    <Form layout="vertical">
      <div className="form-columns">
        <Form.Item label={t('guide.call')} htmlFor="open-call">
          <Select
            id="open-call"
            showSearch={{ optionFilterProp: 'label' }}
            value={keyOf(call)}
            onChange={setChosen}
            options={calls.map((one) => ({ value: keyOf(one), label: `${keyOf(one)} · ${one.name}` }))}
          />
        </Form.Item>
        <Form.Item label={t('clientId')} htmlFor="open-client">
          <Input
            id="open-client"
            maxLength={64}
            autoComplete="off"
            value={clientId}
            onChange={(e) => setClientId(e.target.value)}
          />
        </Form.Item>
      </div>
      <p>
        {call.permission === null ? t('guide.free') : t('guide.needs', { permission: t(`menus:permission.${call.permission}`) })}
      </p>
      <Segments<ExampleLanguage>
        aria-label={t('guide.language')}
        options={languages.map(({ value, label }) => ({ value, label }))}
        value={language}
        onChange={setLanguage}
      />
      <Typography.Paragraph copyable={{ text: program }} className="client-program">
        <pre>{program}</pre>
      </Typography.Paragraph>
    </Form>
  )
}
