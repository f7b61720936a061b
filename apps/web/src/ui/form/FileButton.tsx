import { FileTextOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'

type Props = {
  label: string
  /** Types and endings, as the browser's dialog takes them. */
  accept: string
  onFile: (file: File | undefined) => unknown
}

/** Button that chooses one file; the same one may be chosen again. */
export function FileButton({ label, accept, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<FileTextOutlined aria-hidden />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        // In a form antd shows it again.
        style={{ display: 'none' }}
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          void onFile(target.files?.[0])
          target.value = ''
        }}
      />
    </>
  )
}
