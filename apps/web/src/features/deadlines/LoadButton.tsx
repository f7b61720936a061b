import { TeamOutlined } from '@ant-design/icons'
import type { getCleaningLoads } from '@huanwei/contract/cleaning/endpoints'
import { Timeliness } from '@huanwei/contract/deadlines/codes'
import type { Load } from '@huanwei/contract/deadlines/endpoints'
import type { getInspectionLoads } from '@huanwei/contract/inspections/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import './load.css'

type Props = {
  call: typeof getInspectionLoads | typeof getCleaningLoads
  /** Shows what a person has to do, all of it or what is so. */
  onShow: (userId: number, timeliness: Timeliness | undefined) => void
}

/** Opens who has how much to do, and how much of it is nearly due and overdue. */
export function LoadButton(props: Props) {
  const { t } = useTranslation('deadlines')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<TeamOutlined aria-hidden />} autoInsertSpace={false} onClick={() => setOpen(true)}>
        {t('load')}
      </Button>
      {isOpen && <LoadDrawer {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function LoadDrawer({ call, onShow, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('deadlines')
  const loads = useQuery({ ...query(call, {}), gcTime: 0 })
  const show = (userId: number, timeliness?: Timeliness) => {
    onClose()
    onShow(userId, timeliness)
  }
  return (
    <DrawerFrame title={t('load')} asked={loads} onClose={onClose}>
      {loads.data?.length === 0 && <p className="list-sub">{t('load.noneHint')}</p>}
      {loads.data && loads.data.length > 0 && <LoadTable loads={loads.data} onShow={show} />}
    </DrawerFrame>
  )
}

const { overdue, soon } = Timeliness

function LoadTable({ loads, onShow }: { loads: readonly Load[]; onShow: Props['onShow'] }) {
  const { t } = useTranslation('deadlines')
  const figures = [
    ['overdue', t('timeliness.overdue'), overdue],
    ['soon', t('timeliness.soon'), soon],
    ['open', t('load.open'), undefined],
  ] as const
  return (
    <table className="load-table" aria-label={t('load')}>
      <thead>
        <tr>
          <th scope="col">{t('load.person')}</th>
          {figures.map(([key, word]) => (
            <th key={key} scope="col">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {loads.map((load) => (
          <tr key={load.userId}>
            <th scope="row">
              {load.name} <span className="list-sub">{load.deptName}</span>
            </th>
            {figures.map(([key, what, timeliness]) => (
              <td key={key}>
                {load[key] === 0 ? (
                  0
                ) : (
                  <button
                    type="button"
                    className="list-link"
                    data-tone={key}
                    aria-label={t('load.show', { name: load.name, what, n: load[key] })}
                    onClick={() => onShow(load.userId, timeliness)}
                  >
                    {load[key]}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
