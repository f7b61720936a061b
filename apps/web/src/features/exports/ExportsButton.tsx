import { CloudDownloadOutlined } from '@ant-design/icons'
import type { ExportJob } from '@huanwei/contract/exports/endpoints'
import { isUnfinished } from '@huanwei/contract/exports/rules'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../../i18n/i18n.ts'
import { eager } from '../../lib/eager.tsx'
import { notify } from '../../lib/notices.ts'
import { HeaderButton } from '../../shell/header/HeaderButton.tsx'
import { LatePart } from '../../shell/LatePart.tsx'
import { awaited, hasEnded, useExports, watchExports } from './watched.ts'

const drawer = eager(async () => {
  const [{ ExportsDrawer }] = await Promise.all([import('./ExportsDrawer.tsx'), i18n.loadNamespaces(['exports', 'list'])])
  return ExportsDrawer
})

/** Number of exports under way; opens their drawer, and tells when one has ended. */
export function ExportsButton() {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  const jobs = useExports().data
  const count = jobs?.filter(({ status }) => isUnfinished(status)).length ?? 0
  useTold(jobs)
  const close = () => setOpen(false)
  return (
    <>
      <HeaderButton
        label={count ? t('exports.some', { count }) : t('exports.title')}
        icon={<CloudDownloadOutlined />}
        onClick={() => {
          watchExports()
          setOpen(true)
        }}
      >
        {count > 0 && (
          <span className="side-badge" aria-hidden="true">
            {count}
          </span>
        )}
      </HeaderButton>
      {isOpen && <LatePart onLost={close}>{drawer.draw({ onClose: close })}</LatePart>}
    </>
  )
}

/** Tells the person of each export that ends while they are here. */
function useTold(jobs: ExportJob[] | undefined) {
  const { t } = useTranslation('shell')
  useEffect(() => {
    for (const job of jobs ?? []) {
      if (isUnfinished(job.status)) awaited.add(job.id)
      else if (awaited.delete(job.id) && hasEnded(job))
        notify(
          job.error
            ? { kind: 'error', text: t('exports.failed', { name: job.name, reason: job.error }), about: `export ${job.id}` }
            : { kind: 'success', text: t('exports.done', { name: job.name }), about: `export ${job.id}` },
        )
    }
  }, [jobs, t])
}
