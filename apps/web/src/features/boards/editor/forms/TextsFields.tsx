import type { BoardTexts } from '@huanwei/contract/designs/endpoints'
import { languages } from '@huanwei/words/languages'
import { Form, Input } from 'antd'
import { useId } from 'react'

type Props = {
  label: string
  texts: BoardTexts
  /** Letters at most. */
  most?: number
  onChange: (texts: BoardTexts, language: string) => void
}

/** A text in the three languages; blank ones are shown in another. */
export function TextsFields({ label, texts, most = 60, onChange }: Props) {
  const id = useId()
  return languages.map(({ code, name }) => (
    <Form.Item key={code} label={`${label} (${name})`} htmlFor={`${id}${code}`}>
      <Input
        id={`${id}${code}`}
        lang={code}
        maxLength={most}
        value={texts[code]}
        onChange={({ target }) => onChange({ ...texts, [code]: target.value }, code)}
      />
    </Form.Item>
  ))
}
