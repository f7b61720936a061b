import { DownloadOutlined } from '@ant-design/icons'
import { startExport } from '@huanwei/contract/exports/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { showFailure } from '../../lib/failure.ts'
import { notify } from '../../lib/notices.ts'
import { showExport } from './watched.ts'

/** The question that a list on the screen answers: `query(call, input)`. */
export type Exported = { queryKey: readonly unknown[] }

/** Begins a sheet of the whole list with its filters; the header shows how far it is. */
export function ExportButton({ queryKey: [path, input] }: Exported) {
  const { t } = useTranslation('list')
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(startExport, { list: String(path), filter: filterOf(input) }),
    onSuccess: (job) => {
      showExport(cache, job)
      notify({ kind: 'success', text: t('exportBegun'), about: `export ${job.id}` })
    },
    onError: showFailure,
  })
  return (
    <Button
      shape="circle"
      icon={<DownloadOutlined />}
      title={t('export')}
      aria-label={t('export')}
      loading={isPending}
      onClick={() => mutate()}
    />
  )
}

type Value = string | number | boolean | null
const isValue = (entry: [string, unknown]): entry is [string, Value] => ['string', 'number', 'boolean'].includes(typeof entry[1])

/** The set fields of the call's input. */
const filterOf = (input: unknown): Record<string, Value> =>
  typeof input === 'object' && input !== null ? Object.fromEntries(Object.entries(input).filter(isValue)) : {}
