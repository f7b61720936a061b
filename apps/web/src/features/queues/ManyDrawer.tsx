import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Notice, notify } from '../../lib/notices.ts'
import { DrawerFrame, DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import './many.css'

/** Outcome of an act on one of many: `refusal` is null where it went well. */
type Outcome = { refusal: string | null }

type Told = {
  onDone: () => void
  onClose: () => void
}

/**
 * The rows that an act on many came back with, while they are to be read: some were refused. Where none was, a toast says `text` and the drawer
 * closes; `way` leads back.
 */
export function useOutcomes<Row extends Outcome>({ onDone, onClose }: Told) {
  const [done, setDone] = useState<Row[]>()
  return {
    done,
    /** `rows` are undefined when the call failed, which is said elsewhere. */
    tell(rows: Row[] | undefined, text: (n: number) => string, way?: Notice['way']) {
      if (!rows) return
      onDone()
      if (rows.some(({ refusal }) => refusal !== null)) return setDone(rows)
      notify({ kind: 'success', text: text(rows.length), ...(way && { way }) })
      onClose()
    },
  }
}

type Listed = Outcome & { id: number }

type Props<Row extends Listed> = {
  title: string
  /** Accessible name of the rows. */
  label: string
  /** The rows with their expected outcomes. */
  preview: UseQueryResult<Row[]>
  /** The rows with their outcomes, once the act is over. */
  done: Row[] | undefined
  /** The word for a row that the act was done to. */
  doneWord: string
  name: (row: Row) => ReactNode
  isUnsent: boolean
  form: ReactNode
  acts: ReactNode
  hint: string
  onClose: () => void
}

/** An act on many: which of the chosen it can be done to, the act, and its outcome where some were refused. */
export function ManyDrawer<Row extends Listed>({ title, label, preview, done, doneWord, name, ...rest }: Props<Row>) {
  const { isUnsent, form, acts, hint, onClose } = rest
  const { t } = useTranslation('list')
  const rows = done ?? preview.data ?? []
  const n = rows.filter(({ refusal }) => refusal === null).length
  const mayAct = !done && n > 0
  return (
    <DrawerFrame
      title={title}
      asked={preview}
      onClose={onClose}
      isUnsent={mayAct && isUnsent}
      form={mayAct && form}
      buttons={(close) => (
        <>
          {mayAct && <span className="drawer-hint">{hint}</span>}
          <Button autoInsertSpace={false} onClick={close}>
            {t(mayAct ? 'action.cancel' : 'action.close')}
          </Button>
          {mayAct && acts}
        </>
      )}
    >
      <p className="many-summary" role="status">
        {t(done ? 'many.done' : 'many.preview', { n, refused: rows.length - n })}
      </p>
      <DrawerPart title={label}>
        <ul className="many-rows" aria-label={label}>
          {rows.map((row) => (
            <OutcomeRow key={row.id} name={name(row)} refusal={row.refusal} word={done ? doneWord : t('many.willBe')} />
          ))}
        </ul>
      </DrawerPart>
    </DrawerFrame>
  )
}

type RowProps = Outcome & { name: ReactNode; word?: string }

/** One of many with its outcome: the refusal, else `word`. */
export const OutcomeRow = ({ name, refusal, word }: RowProps) => (
  <li data-refused={refusal === null ? undefined : ''}>
    <span>{name}</span>
    <span className="many-outcome">
      {refusal === null ? <CheckCircleOutlined aria-hidden /> : <StopOutlined aria-hidden />} {refusal ?? word}
    </span>
  </li>
)
