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

type Props = {
  picks: Picks
  /** Rows of the page, by what people call them. */
  rows: readonly { id: number; called: string }[]
  calls: ReturnType<typeof manyCalls>
  /** Prefix of the permissions. */
  noun: 'admin_vehicle' | 'admin_facility' | 'admin_garbagecan'
  /** Calls whose answers are asked for again. */
  shown: readonly Endpoint[]
}

/** Names that a question lists. */
const mostNames = 10

/** Acts on the picked assets: another department, or removal. What is refused is listed with the reason. */
export function BatchActs({ picks, rows, calls: { move, removeMany }, noun, shown }: Props) {
  const { t } = useTranslation(['assets', 'checks'])
  const [mayEdit, mayRemove] = [useMay(`${noun}_edit`), useMay(`${noun}_del`)]
  const confirm = useConfirm()
  const remove = useAsk(removeMany, shown)
  const [moved, setMoved] = useState<readonly number[]>()
  const [outcomes, setOutcomes] = useState<OutcomeOfRecord[]>()
  const { ids } = picks

  function tell(done: OutcomeOfRecord[], text: string) {
    picks.clear()
    if (done.some(({ refusal }) => refusal !== null)) setOutcomes(done)
    else notify({ kind: 'success', text })
  }
  async function askToRemove() {
    if (!ids.length) return notify({ kind: 'warning', text: t('checks:chooseRemoved') })
    const known = rows.filter(({ id }) => ids.includes(id)).slice(0, mostNames)
    const names = known.map(({ called }) => called).join(t('and')) + (known.length < ids.length ? '…' : '')
    await confirm({
      title: t('removeTitle'),
      content: t('removeHint', { n: ids.length, names }),
      okText: t('remove'),
      onOk: async () => {
        const done = await remove({ ids: [...ids] })
        if (done) tell(done, t('removed', { n: done.length }))
      },
    })
  }
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
        <Button icon={<DeleteOutlined aria-hidden />} autoInsertSpace={false} onClick={() => void askToRemove()}>
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
