import './files.css'
import { fileTypes } from '@huanwei/contract/files/codes'
import { listFiles } from '@huanwei/contract/files/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import type { PageProps } from '../../lib/page.tsx'
import { useFileUrls } from '../../lib/use-file-urls.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { useListFilter } from '../../ui/list/use-list-filter.tsx'
import { ExportButton } from '../exports/ExportButton.tsx'
import { isPicture, useFileColumns } from './FileColumns.tsx'
import { type FilesSearch, isType, toFilesInput } from './file-search.ts'

const noFilter: Pick<FilesSearch, 'name' | 'person' | 'type' | 'from' | 'to'> = {
  name: undefined,
  person: undefined,
  type: undefined,
  from: undefined,
  to: undefined,
}

const types = Object.keys(fileTypes)
  .filter(isType)
  .map((value) => ({ value, label: value }))
const PhotoPreview = lazy(async () => ({ default: (await import('../../ui/photos/PhotoPreview.tsx')).PhotoPreview }))

/** Every file that somebody uploaded. Source: spec 4, S0 §7; design, list screens. */
export function FilesPage({ search, onSearch }: PageProps<FilesSearch>) {
  const { t } = useTranslation(['files', 'list'])
  const input = toFilesInput(search)
  const list = useQuery({ ...query(listFiles, input), placeholderData: keepPreviousData })
  const { fields, frame } = useListFilter({ search, onSearch, noFilter, list })
  const [shownId, setShownId] = useState<number>()
  const pictures = list.data?.records.filter(isPicture) ?? []
  const shownAt = pictures.findIndex(({ id }) => id === shownId)
  const urlOf = useFileUrls(shownAt < 0 ? [] : pictures.map(({ fileName }) => fileName))
  const urls = pictures.flatMap(({ fileName }) => urlOf(fileName) ?? [])
  const columns = useFileColumns(list.data?.records, ({ id }) => setShownId(id))

  return (
    <>
      <ListFrame
        name="files"
        label={t('title')}
        exportButton={<ExportButton {...query(listFiles, input)} />}
        filters={[
          fields.text('name', t('name')),
          fields.choice('type', t('kind'), types, { showSearch: true }),
          fields.text('person', t('person')),
          fields.days(),
        ]}
        columns={columns}
        {...frame}
        noMatch={{ title: t('noneMatch'), hint: t('noneMatchHint') }}
        empty={{ title: t('noneYet'), hint: t('noneYetHint') }}
      />
      {shownAt >= 0 && urls.length > 0 && (
        <Suspense fallback={null}>
          <PhotoPreview urls={urls} at={shownAt} onClose={() => setShownId(undefined)} />
        </Suspense>
      )}
    </>
  )
}
