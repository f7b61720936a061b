import { ApartmentOutlined, DeleteOutlined } from '@ant-design/icons'
import type { Endpoint } from '@huanwei/contract/endpoint'
import type { manyCalls, OutcomeOfRecord } from '@huanwei/contract/records'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notices.ts'
import { useAsk } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useConfirm } from '../../ui/form/use-confirm.ts'
import { OutcomesDrawer } from '../queues/OutcomesDrawer.tsx'
import type { Picks } from '../queues/use-picks.ts'
import { MoveDrawer } from './MoveDrawer.tsx'

type Calls = ReturnType<typeof manyCalls>

type Props = {
  picks: Picks
  /** Rows of the page, by what people call them. */
  rows: readonly { id: number; called: string }[]
  calls: Calls
  /** Prefix of the permissions. */
  noun: 'admin_vehicle' | 'admin_facility' | 'admin_garbagecan'
  /** Calls whose answers are asked for again. */
  shown: readonly Endpoint[]
}

/** Names that a question lists. */
const mostNames = 10

/** Names of the first of the picked rows of the page. */
function namesOf(ids: readonly number[], rows: Props['rows'], and: string) {
  const known = rows.filter(({ id }) => ids.includes(id)).slice(0, mostNames)
  return known.map(({ called }) => called).join(and) + (known.length < ids.length ? '…' : '')
}

/** Returns a function that asks whether the picked rows are to be removed, and removes them. */
function useRemoval(call: Calls['removeMany'], shown: Props['shown'], onDone: (done: OutcomeOfRecord[]) => void) {
  const { t } = useTranslation(['assets', 'checks'])
  const confirm = useConfirm()
  const remove = useAsk(call, shown)
  return async (ids: readonly number[], rows: Props['rows']) => {
    if (!ids.length) return notify({ kind: 'warning', text: t('checks:chooseRemoved') })
    await confirm({
      title: t('removeTitle'),
      content: t('removeHint', { n: ids.length, names: namesOf(ids, rows, t('and')) }),
      okText: t('remove'),
      onOk: async () => {
        const done = await remove({ ids: [...ids] })
        if (done) onDone(done)
      },
    })
  }
}

/** Acts on the picked assets: another department, or removal. What is refused is listed with the reason. */
export function BatchActs({ picks, rows, calls: { move, removeMany }, noun, shown }: Props) {
  const { t } = useTranslation('assets')
  const [mayEdit, mayRemove] = [useMay(`${noun}_edit`), useMay(`${noun}_del`)]
  const [moved, setMoved] = useState<readonly number[]>()
  const [outcomes, setOutcomes] = useState<OutcomeOfRecord[]>()
  const { ids } = picks

  function tell(done: OutcomeOfRecord[], text: string) {
    picks.clear()
    if (done.some(({ refusal }) => refusal !== null)) setOutcomes(done)
    else notify({ kind: 'success', text })
  }
  const askToRemove = useRemoval(removeMany, shown, (done) => tell(done, t('removed', { n: done.length })))
  return (
    <>
      {mayEdit && (
        <Button
          icon={<ApartmentOutlined aria-hidden />}
          autoInsertSpace={false}
          disabled={ids.length === 0}
          onClick={() => setMoved(ids)}
        >
          {t('move', { n: ids.length })}
        </Button>
      )}
      {mayRemove && (
        <Button icon={<DeleteOutlined aria-hidden />} autoInsertSpace={false} onClick={() => void askToRemove(ids, rows)}>
          {t('removeMany', { n: ids.length })}
        </Button>
      )}
      {moved && (
        <MoveDrawer
          ids={moved}
          call={move}
          shown={shown}
          onClose={() => setMoved(undefined)}
          onMoved={(done) => tell(done, t('moved', { n: done.length }))}
        />
      )}
      {outcomes && (
        <OutcomesDrawer
          title={t('result')}
          label={t('refused')}
          summary={(counts) => t('partly', counts)}
          outcomes={outcomes}
          onClose={() => setOutcomes(undefined)}
        />
      )}
    </>
  )
}
