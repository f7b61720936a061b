import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { insertCleaningList } from '@huanwei/contract/cleaning/endpoints'
import { getKnownFacilities } from '@huanwei/contract/facilities/endpoints'
import { getOverview } from '@huanwei/contract/home/endpoints'
import { mostAtOnce } from '@huanwei/contract/many'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { usePaused } from '../../lib/paused.ts'
import { useSend } from '../../lib/send.ts'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { cellsOf } from '../imports/sheet.ts'
import { shown } from './cleaning-list.ts'
import { type PastedRow, placesIn, readPasted } from './paste.ts'

/** Many reports at once: a table is pasted, every row is looked at, then all of them are sent together. */
export function AddManyDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['cleaning', 'list', 'common'])
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const pasted = usePaused(text)
  const table = pasted.trim() ? cellsOf(pasted) : []
  const names = placesIn(table)
  const facilities = useQuery({ ...query(getKnownFacilities, { names }), enabled: names.length > 0, staleTime: 60_000 })
  const send = useSend(insertCleaningList, [...shown, getOverview])
  const [zero, one, two] = [CleaningType.suction, CleaningType.cleaning, CleaningType.repair]
  const typeOf = { [zero]: t(`type.${zero}`), [one]: t(`type.${one}`), [two]: t(`type.${two}`) }
  const known = names.length ? facilities.data : []
  const rows = known && table.length ? readPasted(table, known, { typeOf, unknownType: t('unknownType') }) : []
  const right = rows.flatMap((row) => ('report' in row ? [row.report] : []))
  const isReady = pasted === text && right.length > 0 && right.length === rows.length && rows.length <= mostAtOnce

  async function add() {
    await send({ list: right }).then(onClose, (error: Error) => setRefusal(error.message))
  }
  return (
    <DrawerFrame
      title={t('addMany')}
      onClose={onClose}
      isUnsent={text.trim() !== ''}
      form={refusal && <Alert type="error" role="alert" title={refusal} />}
      buttons={(close) => (
        <>
          <Button autoInsertSpace={false} onClick={close}>
            {t('common:action.cancel')}
          </Button>
          <ActionButton type="primary" confirms disabled={!isReady} onAct={add}>
            {t('sendMany', { count: right.length })}
          </ActionButton>
        </>
      )}
    >
      <p className="clean-none">{t('pasteHint', { most: mostAtOnce })}</p>
      <Input.TextArea
        aria-label={t('paste')}
        placeholder={t('pasteExample')}
        rows={8}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setRefusal(undefined)
        }}
      />
      {rows.length > mostAtOnce && <p className="drawer-error">{t('tooMany', { count: rows.length, most: mostAtOnce })}</p>}
      {facilities.error && <p className="drawer-error">{facilities.error.message}</p>}
      {rows.length > 0 && <Preview rows={rows.slice(0, mostAtOnce)} />}
    </DrawerFrame>
  )
}

const columns = ['type', 'where', 'content', 'contact'] as const

function Preview({ rows }: { rows: PastedRow[] }) {
  const { t } = useTranslation('cleaning')
  return (
    <table className="clean-pasted">
      <thead>
        <tr>
          {([...columns, 'result'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`pasted.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.number} data-wrong={'problem' in row ? '' : undefined}>
            {columns.map((column) => (
              <td key={column}>{row.cells[column]}</td>
            ))}
            <td>{'problem' in row ? row.problem : t(row.isAtFacility ? 'pasted.atFacility' : 'pasted.atPlace')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
