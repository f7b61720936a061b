import { ExportStatus } from '@huanwei/contract/exports/codes'
import { getExportUrl, listExports, startExport } from '@huanwei/contract/exports/endpoints'
import { isUnfinished } from '@huanwei/contract/exports/rules'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { showFailure } from '../../lib/failure.ts'
import { notify } from '../../lib/notices.ts'
import { saveFrom } from '../../lib/save.ts'
import { showExport } from './watched.ts'

/** A sheet that is not ready after this many tries goes on among the tasks. */
const mostTries = 12
const tryMs = 400

type Sheet = { list: string; filter: Record<string, string | number | number[]> }

/** Saves a list as a sheet: a small one at once, a long one from the tasks when it is ready. */
export function useSaveSheet() {
  const { t } = useTranslation('list')
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (sheet: Sheet) => saveSheet(cache, sheet),
    onSuccess: (isSaved) => {
      if (!isSaved) notify({ kind: 'success', text: t('exportBegun') })
    },
    onError: showFailure,
  })
}

/** True when the sheet was ready soon and is saved. Throws what the server refuses. */
async function saveSheet(cache: QueryClient, sheet: Sheet) {
  let job = await call(startExport, sheet)
  showExport(cache, job)
  for (let tries = 0; isUnfinished(job.status) && tries < mostTries; tries++) {
    await new Promise((done) => setTimeout(done, tryMs))
    job = (await call(listExports, {})).find(({ id }) => id === job.id) ?? job
  }
  if (job.status !== ExportStatus.done) return false
  saveFrom((await call(getExportUrl, { id: job.id })).url)
  return true
}
