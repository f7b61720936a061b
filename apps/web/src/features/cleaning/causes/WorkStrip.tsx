import { CleaningStatus } from '@huanwei/contract/cleaning/codes'
import { type Cause, type CauseWork, getCauseWork } from '@huanwei/contract/cleaning/endpoints'
import { cleaningDeadline } from '@huanwei/contract/cleaning/rules'
import { Button, ConfigProvider } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/session.ts'
import { useRecord } from '../../../lib/use-record.ts'
import { DrawerPart, InPage } from '../../../ui/drawer/DrawerFrame.tsx'
import { shortTime } from '../../../ui/list/list-cells.tsx'
import { TimelinessTag } from '../../deadlines/Due.tsx'
import { Photos } from '../../files/Photos.tsx'
import { AddDrawer } from '../AddDrawer.tsx'
import { CleaningDrawer } from '../CleaningDrawer.tsx'
import { CleaningTag } from '../CleaningState.tsx'
import '../cleaning.css'

/**
 * The work that a violation, public event, inspection or can led to: its state, who does it until when, photos of before and after, and the way to
 * dispatch. A new report is assigned in the drawer that opens on it.
 */
export function WorkStrip({ kind, id }: Cause) {
  const { t } = useTranslation('cleaning')
  const mayAdd = useMay('clean_add')
  const { data, error } = useRecord(getCauseWork, { causeKind: kind, causeId: id })
  const [open, setOpen] = useState<number | 'new'>()
  const close = () => setOpen(undefined)
  const isBusy = data?.work.some(({ status }) => status !== CleaningStatus.over)
  const mayDispatch = mayAdd && data?.isOpen && data.isInScope && !isBusy
  if (!error && (!data || (data.work.length === 0 && !mayDispatch))) return null
  return (
    // What it opens is no part of the form or the page that it stands in.
    <ConfigProvider componentDisabled={false}>
      <DrawerPart title={t('work.title')}>
        {error && !data && <p className="drawer-note">{t('work.failed', { reason: error.message })}</p>}
        {data && data.work.length > 0 && (
          <ul className="work-strip" aria-label={t('work.title')}>
            {data.work.map((work) => (
              <Work key={work.id} work={work} onOpen={() => setOpen(work.id)} />
            ))}
          </ul>
        )}
        {mayDispatch && (
          <p className="work-dispatch">
            {data.work.length === 0 && <span>{t('work.none')}</span>}
            <Button autoInsertSpace={false} onClick={() => setOpen('new')}>
              {t('work.dispatch')}
            </Button>
          </p>
        )}
      </DrawerPart>
      <InPage value={undefined}>
        {open === 'new' && data && <AddDrawer cause={{ kind, id, start: data.start }} onClose={close} onAdded={setOpen} />}
        {typeof open === 'number' && <CleaningDrawer key={open} id={open} onClose={close} onHandled={close} isAtCause />}
      </InPage>
    </ConfigProvider>
  )
}

function Work({ work, onOpen }: { work: CauseWork; onOpen: () => void }) {
  const { t } = useTranslation('cleaning')
  const { code, status, assigneeName, plateNumber, dueTime, processTime, processRemark, isInSight } = work
  const photos = [
    { word: 'work.before', names: work.img },
    { word: 'work.after', names: work.processImg },
  ] as const
  return (
    <li>
      <p className="work-head">
        {isInSight ? (
          <button type="button" className="list-link" onClick={onOpen}>
            {code}
          </button>
        ) : (
          <strong>{code}</strong>
        )}
        <CleaningTag status={status} /> {[assigneeName, plateNumber].filter(Boolean).join(' · ')}
        <span className="list-sub">
          {processTime === null ? t('dueBy', { time: dueTime.slice(5, 16) }) : shortTime(processTime)}
        </span>
        <TimelinessTag deadline={cleaningDeadline(work)} />
      </p>
      {processRemark && <p>{processRemark}</p>}
      {!isInSight && <p className="drawer-note">{t('work.hidden')}</p>}
      <div className="work-photos">
        {photos.map(
          ({ word, names }) =>
            names && (
              <section key={word} aria-label={t(word)}>
                <h4>{t(word)}</h4>
                <Photos of={`${code} ${t(word)}`} names={names.split(',')} />
              </section>
            ),
        )}
      </div>
    </li>
  )
}
