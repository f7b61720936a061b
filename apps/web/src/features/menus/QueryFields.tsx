import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Pairs = Record<string, string>
type Props = { id?: string; value?: Pairs; onChange?: (value: Pairs) => void }

/** Query parameters of an address, a line for each. */
export function QueryFields({ id, value = {}, onChange }: Props) {
  const { t } = useTranslation('menus')
  /** Lines as typed: two may have the same name, or none, for a while. */
  const [lines, setLines] = useState(() => Object.entries(value))
  function change(next: [string, string][]) {
    setLines(next)
    onChange?.(Object.fromEntries(next.filter(([name]) => name !== '')))
  }
  const replace = (at: number, line: [string, string]) => change(lines.map((one, i) => (i === at ? line : one)))
  return (
    <div className="menus-query" id={id}>
      {lines.map(([name, text], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else that stays while it is typed
        <div key={i}>
          <Input
            aria-label={t('queryName', { n: i + 1 })}
            placeholder={t('queryName', { n: i + 1 })}
            value={name}
            maxLength={50}
            onChange={({ target }) => replace(i, [target.value, text])}
          />
          <Input
            aria-label={t('queryValue', { n: i + 1 })}
            placeholder={t('queryValue', { n: i + 1 })}
            value={text}
            maxLength={200}
            onChange={({ target }) => replace(i, [name, target.value])}
          />
          <Button
            aria-label={t('queryRemove', { n: i + 1 })}
            icon={<CloseOutlined aria-hidden />}
            onClick={() => change(lines.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button autoInsertSpace={false} icon={<PlusOutlined aria-hidden />} onClick={() => change([...lines, ['', '']])}>
        {t('queryAdd')}
      </Button>
    </div>
  )
}
