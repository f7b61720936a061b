import { type Cause, getCauseWork } from '@huanwei/contract/cleaning/endpoints'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useRecord } from '../../../lib/use-record.ts'

type Props = Cause & { onTake: (result: { text: string; img: string }) => void }

/** Takes the words and photos of the newest work that is done into a form; nothing while none is. */
export function ResultButton({ kind, id, onTake }: Props) {
  const { t } = useTranslation('cleaning')
  const { data } = useRecord(getCauseWork, { causeKind: kind, causeId: id })
  const done = data?.work.find(({ processTime }) => processTime !== null)
  if (!done) return null
  return (
    <Button size="small" onClick={() => onTake({ text: done.processRemark, img: done.processImg })}>
      {t('work.take')}
    </Button>
  )
}
